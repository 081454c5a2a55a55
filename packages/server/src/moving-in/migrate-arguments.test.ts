import { expect, test } from "vitest";
import { readMigrateArguments } from "./migrate-arguments.ts";

test("nothing is changed without --yes", () => {
  const maps = [{ from: "/old", to: "/new" }];
  const read = { kind: "read", origin: "m3u", place: "/p", maps, stationName: null };

  expect(readMigrateArguments(["m3u", "/p", "--map", "/old=/new"])).toEqual({
    ...read,
    isDryRun: true,
  });
  expect(readMigrateArguments(["m3u", "/p", "--map=/old=/new", "--yes"])).toEqual({
    ...read,
    isDryRun: false,
  });
});

test.each([
  [[], "Say what to move in from"],
  [["winamp", "/p"], "Say what to move in from"],
  [["m3u"], "Name one file or folder"],
  [["m3u", "/p", "/q"], "Name one file or folder"],
  [["m3u", "/p", "--map", "/old"], "Give a map as OLD=NEW"],
  [["m3u", "/p", "--force"], "Unknown option --force"],
  [["m3u", "/p", "--yes", "--dry-run"], "not both"],
])("'migrate %j' is refused in words", (args, words) => {
  expect(readMigrateArguments(args)).toMatchObject({
    kind: "unclear",
    problem: expect.stringContaining(words),
  });
});
