// oxlint-disable-next-line no-restricted-imports -- Vitest imports style sheets as empty, so the test reads the file
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { contrast, type Hsl } from "./contrast.ts";

const tokensCss = readFileSync(new URL("tokens.css", import.meta.url), "utf8");

const surfaces = ["bg", "s1", "s2", "s3"] as const;

test.each([
  "text",
  "muted",
  "faint",
  "primary-text",
  "secondary-text",
  "accent-text",
  "danger",
  "warn",
])("%s is readable on every surface (4.5:1)", (name) => {
  const lowest = Math.min(...surfaces.map((surface) => contrast(token(name), token(surface))));

  expect(lowest).toBeGreaterThanOrEqual(4.5);
});

test("a control's outline stands out from every surface (3:1)", () => {
  const lowest = Math.min(...surfaces.map((surface) => contrast(token("control"), token(surface))));

  expect(lowest).toBeGreaterThanOrEqual(3);
});

test("text on a neon button is readable (4.5:1)", () => {
  for (const fill of ["primary", "accent", "danger", "secondary"]) {
    expect(contrast(token("on-primary"), token(fill))).toBeGreaterThanOrEqual(4.5);
  }
});

function token(name: string): Hsl {
  const match = new RegExp(`--${name}: ([\\d.]+) ([\\d.]+)% ([\\d.]+)%;`).exec(tokensCss);
  if (match === null) throw new Error(`no token ${name}`);
  const [, hue = 0, saturation = 0, lightness = 0] = match.map(Number);
  return { hue, saturation, lightness };
}
