import type { KindRule } from "@neonrelay/contract";
import { expect, test } from "vitest";
import { followMovedFolders } from "./moved-folder-rules.ts";

const tag: KindRule = { by: "tag", value: "spot", kind: "spot" };
const jingles: KindRule = { by: "folder", value: "jingles", kind: "jingle" };

/** @param moves "from > to" @param others other files that exist */
function follow(
  rules: readonly KindRule[],
  moves: readonly string[],
  others: readonly string[] = [],
) {
  const pairs = moves.map((move) => {
    const [from = "", to = ""] = move.split(" > ");
    return { from, to };
  });
  const paths = [...pairs.map(({ to }) => to), ...others];
  return followMovedFolders(rules, { moves: pairs, paths })?.map(({ value }) => value) ?? null;
}

test("a rule follows its folder when renamed or moved, including what is below it", () => {
  const renamed = [
    "/m/Jingles/a.mp3 > /m/Station IDs/a.mp3",
    "/m/Jingles/b/c.mp3 > /m/Station IDs/b/c.mp3",
  ];

  expect(follow([tag, jingles], renamed, ["/m/Rock/x.mp3"])).toEqual(["spot", "Station IDs"]);
  expect(follow([jingles], ["/m/Jingles/a.mp3 > /m/Breaks/IDs/a.mp3"])).toEqual(["Breaks/IDs"]);
  expect(follow([jingles], ["/m/Jingles/a.mp3 > /other/IDs/a.mp3"])).toEqual(["IDs"]);
  expect(
    follow(
      [{ ...jingles, value: "radio/jingles" }],
      ["/m/radio/jingles/a.mp3 > /m/radio/ids/a.mp3"],
    ),
  ).toEqual(["radio/ids"]);
});

test("when one of two folders of the same name moves, the rule stays and the moved folder gets its own", () => {
  const moves = ["/m/Jingles/a.mp3 > /m/IDs/a.mp3"];

  expect(follow([jingles, tag], moves, ["/n/jingles/b.mp3"])).toEqual(["jingles", "IDs", "spot"]);
});

test("no rule follows files that move among other music or apart", () => {
  expect(follow([jingles], ["/m/Jingles/a.mp3 > /m/Rock/a.mp3"], ["/m/Rock/x.mp3"])).toBeNull();
  expect(
    follow([jingles], ["/m/Jingles/a.mp3 > /m/One/a.mp3", "/m/Jingles/b.mp3 > /m/Two/b.mp3"]),
  ).toBeNull();
  expect(follow([jingles], ["/m/Jingles/a.mp3 > /m/a.mp3"], ["/m/b.mp3"])).toBeNull();
  expect(follow([jingles], ["/m/Jingles/a.mp3 > /m/x/Jingles/a.mp3"])).toBeNull();
  expect(follow([tag], ["/m/Jingles/a.mp3 > /m/x/a.mp3"])).toBeNull();
});

test("no rule follows a single file taken out of a folder", () => {
  expect(
    follow([jingles], ["/m/Jingles/a.mp3 > /m/Songs/a.mp3"], ["/m/Jingles/sub/b.mp3"]),
  ).toBeNull();
});

test("a folder name that rules can't have is not followed", () => {
  const long = Array.from({ length: 30 }, (_, index) => `a folder ${index}`).join("/");

  expect(follow([jingles], [`/m/Jingles/a.mp3 > /m/${long}/a.mp3`])).toBeNull();
});
