import { expect, test } from "vitest";
import { applyIsupport, defaultIsupport } from "./isupport.ts";
import { parseChannelModes, parseUserModes, serialiseModes } from "./modes.ts";

const isupport = applyIsupport(defaultIsupport, [
  "me",
  "PREFIX=(ohv)@%+",
  "CHANMODES=beI,k,l,imnst",
  "end",
]);

test("[I12] each mode takes the param of its kind", () => {
  const changes = parseChannelModes(["+ohl-lk+bt", "bob", "eve", "20", "*", "*!*@x"], isupport);

  expect(changes).toEqual([
    { sign: "+", mode: "o", kind: "status", param: "bob" },
    { sign: "+", mode: "h", kind: "status", param: "eve" },
    { sign: "+", mode: "l", kind: "setting", param: "20" },
    { sign: "-", mode: "l", kind: "setting" },
    { sign: "-", mode: "k", kind: "setting", param: "*" },
    { sign: "+", mode: "b", kind: "list", param: "*!*@x" },
    { sign: "+", mode: "t", kind: "flag" },
  ]);
});

test("[I12] a list mode without a mask is a query, and letters without a sign are set", () => {
  expect(parseChannelModes(["b"], isupport)).toEqual([{ sign: "+", mode: "b", kind: "list" }]);
  expect(parseUserModes("-i+w")).toEqual([
    { sign: "-", mode: "i", kind: "flag" },
    { sign: "+", mode: "w", kind: "flag" },
  ]);
});

test("[I12] changes are split into as many lines as the server needs", () => {
  const changes = parseChannelModes(["+oo-o+sb", "a", "b", "c", "d!*@*"], isupport);

  expect(serialiseModes(changes, 3)).toEqual([
    ["+oo-o+s", "a", "b", "c"],
    ["+b", "d!*@*"],
  ]);
});
