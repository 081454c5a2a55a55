import { writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { isDiskFull } from "./disk-full.ts";

function errorOf(act: () => void): unknown {
  try {
    act();
  } catch (error) {
    return error;
  }
  throw new Error("nothing was thrown");
}

const full = errorOf(() => writeFileSync("/dev/full", "some bytes"));

test.each([
  ["a write that found no room", full],
  ["a quota", Object.assign(new Error("no"), { code: "EDQUOT" })],
  ["PostgreSQL", Object.assign(new Error("no"), { code: "53100" })],
  ["PGlite's file system", { errno: 51 }],
  ["a message only", new Error('could not write to file "base/1": No space left on device')],
  ["a cause", new Error("the upload failed", { cause: full })],
  ["one of several", new AggregateError([new Error("other"), full])],
])("a full disk is recognised by %s", (_, error) => {
  expect(isDiskFull(error)).toBe(true);
});

test.each([
  ["a missing file", errorOf(() => writeFileSync("/dev/null/file", "some bytes"))],
  ["an error without a code", new Error("no")],
  ["nothing", undefined],
  ["a text", "ENOSPC"],
])("%s is not a full disk", (_, error) => {
  expect(isDiskFull(error)).toBe(false);
});
