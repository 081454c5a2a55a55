import { expect, test } from "vitest";
import { foldName, NameMap } from "./casemapping.ts";

test.each([
  ["ascii", "Ab[]\\~^{É", "ab[]\\~^{É"],
  ["rfc1459", "Ab[]\\~^{É", "ab{}|^^{É"],
  ["rfc1459-strict", "Ab[]\\~^{É", "ab{}|~^{É"],
] as const)("[I10] %s folds its own letters only", (casemapping, name, folded) => {
  expect(foldName(name, casemapping)).toBe(folded);
});

test("[I10] a name is found in any spelling, and shown as last written", () => {
  const members = new NameMap<number>("rfc1459");
  members.set("Bob[a]", 1);
  members.set("bob{A}", 2);

  expect([members.get("BOB[A]"), members.size, members.names()]).toEqual([2, 1, ["bob{A}"]]);
});

test("[I10] names follow the server's casemapping once it is announced", () => {
  const members = new NameMap<number>("rfc1459");
  members.set("a[", 1);

  members.refold("ascii");

  expect([members.has("a{"), members.has("A[")]).toEqual([false, true]);
});
