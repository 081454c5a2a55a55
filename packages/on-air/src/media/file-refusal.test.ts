import { expect, test } from "vitest";
import { copyRefusal, fileRefusal } from "./file-refusal.ts";

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

test.each([
  ["EACCES", "may not write to the folder /srv/music"],
  ["EROFS", "/srv/music can only be read"],
  ["ENOSPC", "The disk is full"],
  ["EFBIG", "larger than 960 MB"],
  ["ENOENT", "is not there any more"],
])("a copy that fails with %s has a message a person can act on", (code, words) => {
  expect(copyRefusal(Object.assign(new Error(code), { code }), "/srv/music")).toContain(words);
});

test("a failure unrelated to the file is rethrown", () => {
  const bug = new TypeError("a bug");

  expect(() => copyRefusal(bug, "/srv/music")).toThrow(bug);
});
