import { expect, test } from "vitest";
import { copyRefusal } from "./copy-refusal.ts";

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
