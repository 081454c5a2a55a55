import { expect, test } from "vitest";
import { applyIsupport, defaultIsupport } from "../protocol/index.ts";
import { isSameEntry, muteEntry } from "./mute-rules.ts";

const entryOn = (...tokens: string[]) =>
  muteEntry(applyIsupport(defaultIsupport, ["bot", ...tokens, "are supported"]), "*!*@host");

test.each([
  ["Solanum", ["CHANMODES=eIbq,k,flj,imnpst", "EXTBAN=$,ajrxz"], { mode: "q", mask: "*!*@host" }],
  [
    "UnrealIRCd",
    ["CHANMODES=beI,kL,lH,imnt", "EXTBAN=~,mqnjf"],
    { mode: "b", mask: "~q:*!*@host" },
  ],
  ["InspIRCd", ["CHANMODES=b,k,l,imnt", "EXTBAN=,ACNmprz"], { mode: "b", mask: "m:*!*@host" }],
  ["our own server", ["EXTBAN=~,am"], { mode: "b", mask: "~m:*!*@host" }],
  ["ngircd", ["CHANMODES=beI,k,l,imMnOPQRstVz"], undefined],
])("[C21] a mute uses the server's own means: %s", (_name, tokens, entry) => {
  expect(entryOn(...tokens)).toEqual(entry);
});

test("[C21] a mute that UnrealIRCd lists by name matches the one requested", () => {
  const entry = (mask: string, mode: "b" | "q" = "b") => ({ mode, mask });

  expect(isSameEntry(entry("~quiet:*!*@host"), entry("~q:*!*@host"))).toBe(true);
  expect(isSameEntry(entry("~quiet:*!*@host"), entry("~q:*!*@other"))).toBe(false);
  expect(isSameEntry(entry("*!*@host", "q"), entry("*!*@host"))).toBe(false);
});
