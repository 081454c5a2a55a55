import { expect, test } from "vitest";
import { applyIsupport, defaultIsupport } from "../protocol/index.ts";
import { muteEntry } from "./mute-rules.ts";

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
])("[C21] a user is muted by the means of %s", (_name, tokens, entry) => {
  expect(entryOn(...tokens)).toEqual(entry);
});
