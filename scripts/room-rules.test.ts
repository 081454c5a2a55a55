import { describe, expect, test } from "vitest";
import { findArrows, findCircles, findPairs, judgeRooms, roomOf } from "./room-rules.ts";

const arrow = (from: string, to: string) => ({ from, to });

describe("findArrows", () => {
  test("finds imports of values and types, re-exports and dynamic imports", () => {
    const text = `
      import { a } from "../a/a.ts";
      import type { B } from "./b.ts";
      export { c } from "../c.ts";
      export * from "./d.ts";
      import "vitest";
      import "../../elsewhere.ts";
      const later = () => import("./later.ts");
    `;

    expect(findArrows("room/file.ts", text).map(({ to }) => to)).toEqual([
      "a/a.ts",
      "room/b.ts",
      "c.ts",
      "room/d.ts",
      "room/later.ts",
    ]);
  });

  test("refuses text that does not parse", () => {
    expect(() => findArrows("file.ts", "import from from")).toThrow("file.ts: ");
  });
});

test("a room is the first folder, a feature, or a loose file", () => {
  expect(
    ["queue/deep/store.ts", "features/queue/row.tsx", "features/a.ts", "main.ts"].map(roomOf),
  ).toEqual(["queue", "features/queue", "features", "main.ts"]);
});

test("a pair is reported once, with an import of the rarer direction", () => {
  const arrows = [
    arrow("b/1.ts", "a/1.ts"),
    arrow("a/1.ts", "b/1.ts"),
    arrow("a/2.ts", "b/1.ts"),
    arrow("a/3.ts", "c/1.ts"),
    arrow("main.ts", "a/1.ts"),
    arrow("a/1.ts", "main.ts"),
  ];

  expect([...findPairs(arrows)]).toEqual([["a <-> b", "b/1.ts imports a/1.ts"]]);
});

test("a circle of files of any length is found", () => {
  const arrows = [
    arrow("1.ts", "2.ts"),
    arrow("2.ts", "3.ts"),
    arrow("3.ts", "1.ts"),
    arrow("3.ts", "4.ts"),
  ];

  expect(findCircles(arrows)).toEqual([["1.ts", "2.ts", "3.ts"]]);
  expect(findCircles(arrows.slice(1))).toEqual([]);
});

describe("judgeRooms", () => {
  const files = ["ground/1.ts", "queue/1.ts", "requests/1.ts", "main.ts"];
  const floors = [["ground"], ["queue", "requests"]];

  test("a package that keeps to its floors has no problem", () => {
    const arrows = [arrow("queue/1.ts", "ground/1.ts"), arrow("main.ts", "queue/1.ts")];

    expect(judgeRooms(files, arrows, { floors, pairs: {} })).toEqual([]);
  });

  test("an import from a higher floor, or of a loose file, is refused", () => {
    const arrows = [arrow("ground/1.ts", "queue/1.ts"), arrow("queue/1.ts", "main.ts")];

    expect(judgeRooms(files, arrows, { floors, pairs: {} })).toEqual([
      "ground/1.ts imports queue/1.ts, which is on a floor above",
      "queue/1.ts imports main.ts, which is on a floor above",
    ]);
  });

  test("rooms of one floor may import each other only with a reason", () => {
    const arrows = [arrow("queue/1.ts", "requests/1.ts"), arrow("requests/1.ts", "queue/1.ts")];

    expect(judgeRooms(files, arrows, { floors, pairs: {} })).toHaveLength(1);
    expect(
      judgeRooms(files, arrows, { floors, pairs: { "queue <-> requests": "one lock" } }),
    ).toEqual([]);
  });

  test("rooms without a floor, floors without a room and excuses without a pair are reported", () => {
    const rules = { floors: [["ground", "cellar"], ["queue"]], pairs: { "a <-> b": "gone" } };

    expect(judgeRooms(files, [], rules)).toEqual([
      "requests is on no floor",
      "cellar is on a floor, and not there",
      "a <-> b are excused, and don't import each other",
    ]);
  });
});
