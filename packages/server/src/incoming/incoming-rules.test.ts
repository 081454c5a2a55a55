import { expect, test } from "vitest";
import { secondsLeft, shownName } from "./incoming-rules.ts";

test.each([
  ["../../etc/passwd.mp3", "passwd.mp3"],
  ["C:\\Music\\Night Drive.mp3", "Night Drive.mp3"],
  ["a\u0000b\u202Egnp.mp3", "a b gnp.mp3"],
  ["Cafe\u0301.mp3", "Café.mp3"],
  ["x".repeat(300), "x".repeat(255)],
  ["..\u0000/", "(no name)"],
])("the name %j is shown as %j", (name, shown) => {
  expect(shownName(name)).toBe(shown);
});

test("the time left is estimated from the speed of the last minute, and unknown with a few files only", () => {
  expect(secondsLeft({ underWay: 30, filesPerMinute: 60 })).toBe(30);
  expect(secondsLeft({ underWay: 30, filesPerMinute: 4 })).toBeNull();
  expect(secondsLeft({ underWay: 0, filesPerMinute: 60 })).toBeNull();
});
