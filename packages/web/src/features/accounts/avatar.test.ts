import { expect, test } from "vitest";
import { avatarImage, avatarPath } from "./avatar.tsx";

test("a name always gives the same symmetric picture, unlike other names'", () => {
  const cells = cellsOf("mira");
  const mirrored = cells.map(({ x, y }) => ({ x: 4 - x, y }));

  expect(cellsOf("mira")).toEqual(cells);
  expect(cells.length).toBeGreaterThan(0);
  expect(mirrored).toHaveLength(cells.length);
  expect(cells).toEqual(expect.arrayContaining(mirrored));
  expect(avatarPath("ada")).not.toBe(avatarPath("mira"));
});

test("the picture as an image needs no request", () => {
  const [kind = "", image = ""] = avatarImage("mira").split(",");

  expect(kind).toBe("data:image/svg+xml");
  expect(decodeURIComponent(image)).toContain(`<path d="${avatarPath("mira")}"/>`);
});

function cellsOf(name: string) {
  return [...avatarPath(name).matchAll(/M(\d) (\d)/g)].map(([, x, y]) => ({
    x: Number(x),
    y: Number(y),
  }));
}
