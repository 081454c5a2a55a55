import { expect, test } from "vitest";
import { avatarCells } from "./avatar.tsx";

test("the picture of a name is always the same, mirrors itself and differs from others", () => {
  const cells = avatarCells("mira").map(({ x, y }) => `${x},${y}`);
  const mirrored = avatarCells("mira").map(({ x, y }) => `${4 - x},${y}`);

  expect(avatarCells("mira").map(({ x, y }) => `${x},${y}`)).toEqual(cells);
  expect(new Set(mirrored)).toEqual(new Set(cells));
  expect(avatarCells("ada")).not.toEqual(avatarCells("mira"));
});
