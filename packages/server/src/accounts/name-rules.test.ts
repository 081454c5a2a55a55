import { expect, test } from "vitest";
import { isReservedName, looksLikeAny } from "./name-rules.ts";

const kept = ["StreamBot", "Neon Relay"];

test.each([
  "Web_User",
  "web.user",
  "WEBUSER",
  "we-b_user",
  "Anonymous-Listener",
  "Stream_B0t",
  "system",
  "Guest",
  "N\u00E8on  R3lay!",
  "NeonReIay",
  "Neon Re1ay",
  "\u0274eon Re\u0142ay",
  "strearnbot",
])("an account can't be called %s, a name of the station", (username) => {
  for (const isListeners of [true, false])
    expect(isReservedName(username, { kept, isListeners })).toBe(true);
});

test.each(["admin", "Ädmin", "Adm1n", "super_admin", "DJ", "moderator", "r00t"])(
  "only an operator can give someone the name %s",
  (username) => {
    expect(isReservedName(username, { kept, isListeners: true })).toBe(true);
    expect(isReservedName(username, { kept, isListeners: false })).toBe(false);
  },
);

test.each(["mir\u0430", "\u03BFwl", "Neon \u13A1elay"])(
  "nobody can choose the name %s, which mixes look-alike letters",
  (username) => {
    expect(isReservedName(username, { kept, isListeners: true })).toBe(true);
    expect(isReservedName(username, { kept, isListeners: false })).toBe(false);
  },
);

test("names that read alike are found", () => {
  const names = ["Mira", "dj_owl"];

  expect(["m1ra", "MIRA_", "Dj.Ow-l"].map((name) => looksLikeAny(name, names))).toEqual([
    true,
    true,
    true,
  ]);
  expect(looksLikeAny("m1ra_VaIe", ["Mira Vale"])).toBe(true);
  expect(looksLikeAny("Lukasz Nowak", ["\u0141ukasz Nowak"])).toBe(true);
  expect(looksLikeAny("Kal", ["Kai"])).toBe(false);
  expect(["miranda", "owl"].map((name) => looksLikeAny(name, names))).toEqual([false, false]);
  expect(["★", "☆"].map((name) => looksLikeAny(name, ["★"]))).toEqual([true, false]);
});

test.each(["mira", "dj_mira", "webuser2", "Жанна", "system-of-a-down"])(
  "anyone may be called %s",
  (username) => {
    expect(isReservedName(username, { kept, isListeners: true })).toBe(false);
  },
);
