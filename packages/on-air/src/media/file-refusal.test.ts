import { expect, test } from "vitest";
import { fileRefusal } from "./file-refusal.ts";

test.each([
  ["EACCES", "The station may not read this file: give its user the right to"],
  ["EPERM", "The station may not read this file: give its user the right to"],
  ["ENOENT", "The file is not there any more"],
  ["EIO", "The disk can't read this file"],
])("a file that answers %s is refused with advice", (code, reason) => {
  expect(fileRefusal(Object.assign(new Error("open"), { code }))).toBe(reason);
});

test("a failure that is not the file's is rethrown", () => {
  const bug = new TypeError("a bug");

  expect(() => fileRefusal(bug)).toThrow(bug);
});
