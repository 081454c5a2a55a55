// Vitest hands style sheets out empty, so the test reads the file itself.
// oxlint-disable-next-line no-restricted-imports
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const tokensCss = readFileSync(new URL("tokens.css", import.meta.url), "utf8");

const surfaces = ["bg", "s1", "s2", "s3"] as const;

test.each(["text", "muted", "faint", "primary-text", "secondary-text", "accent", "danger", "warn"])(
  "%s is readable on every surface (4.5:1)",
  (name) => {
    const lowest = Math.min(...surfaces.map((surface) => contrast(token(name), token(surface))));

    expect(lowest).toBeGreaterThanOrEqual(4.5);
  },
);

test("the outline of a control stands out from every surface (3:1)", () => {
  const lowest = Math.min(...surfaces.map((surface) => contrast(token("control"), token(surface))));

  expect(lowest).toBeGreaterThanOrEqual(3);
});

test("text on a neon button is readable (4.5:1)", () => {
  for (const fill of ["primary", "accent", "danger", "secondary"]) {
    expect(contrast(token("on-primary"), token(fill))).toBeGreaterThanOrEqual(4.5);
  }
});

type Rgb = readonly [number, number, number];

function token(name: string): Rgb {
  const match = new RegExp(`--${name}: ([\\d.]+) ([\\d.]+)% ([\\d.]+)%;`).exec(tokensCss);
  if (match === null) throw new Error(`no token ${name}`);
  const [, hue, saturation, lightness] = match.map(Number);
  return rgbOf(hue ?? 0, (saturation ?? 0) / 100, (lightness ?? 0) / 100);
}

function rgbOf(hue: number, saturation: number, lightness: number): Rgb {
  const channel = (offset: number) => {
    const k = (offset + hue / 30) % 12;
    const a = saturation * Math.min(lightness, 1 - lightness);
    return lightness - a * Math.max(-1, Math.min(k - 3, 9 - k, 1));
  };
  return [channel(0), channel(8), channel(4)];
}

/** WCAG 2.2 contrast ratio. */
function contrast(a: Rgb, b: Rgb): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].toSorted((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(rgb: Rgb): number {
  const [red = 0, green = 0, blue = 0] = rgb.map((value) =>
    value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
