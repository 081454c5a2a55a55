import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Pen, Picture } from "../picture.ts";
import { createBars3d } from "./bars3d.ts";
import { createCircular } from "./circular.ts";
import { createLevels } from "./levels.ts";
import { createParticles } from "./particles.ts";
import { createSpectrum } from "./spectrum.ts";
import { createWaveform } from "./waveform.ts";

/** Outside a browser there is no canvas; pictures cope without their own. */
class NoCanvas {
  getContext(): null {
    return null;
  }
}
beforeAll(() => void vi.stubGlobal("OffscreenCanvas", NoCanvas));
afterAll(() => void vi.unstubAllGlobals());

/** Start of a shape, and the call that drew it or its text. */
interface Shape {
  readonly call: string;
  readonly x: number;
  readonly y: number;
}

/** The shapes of one loud frame, on a canvas that only records its calls. */
function shapesOf(picture: Picture): readonly Shape[] {
  const shapes: Shape[] = [];
  const context = new Proxy(
    {},
    {
      get:
        (_, call) =>
        (x: unknown, y: unknown, z: unknown): void => {
          if (typeof x === "string" && typeof y === "number" && typeof z === "number")
            shapes.push({ call: x, x: y, y: z });
          if (typeof x === "number" && typeof y === "number")
            shapes.push({ call: String(call), x, y });
        },
      set: () => true,
    },
  );
  const colour = "hsl(180, 100%, 50%)";
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- pictures only pass it on
  const gradient = {} as CanvasGradient;
  const pen = {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- pictures only call it and set its properties
    context: context as CanvasRenderingContext2D,
    width: 1200,
    height: 400,
    ratio: 1,
    colours: {
      primary: colour,
      secondary: colour,
      accent: colour,
      text: colour,
      faint: colour,
      surface: colour,
      warn: colour,
      danger: colour,
    },
    gradient,
    gradientAcross: gradient,
  } satisfies Pen;
  const frame = {
    bands: new Float32Array(64).fill(0.8),
    samples: new Float32Array(1024).fill(0.8),
    rmsLeftDb: -10,
    rmsRightDb: -10,
    peakDb: -6,
  };
  picture(pen, frame, { nowMs: 1000, seconds: 0.016 });
  return shapes;
}

const distinct = (values: readonly number[]): number =>
  new Set(values.map((value) => value.toFixed(1))).size;

test("the waveform has 100 bars", () => {
  const bars = shapesOf(createWaveform()).filter(({ call }) => call === "roundRect");

  expect(distinct(bars.map(({ x }) => x))).toBe(100);
});

test("the spectrum has 64 bars", () => {
  const bars = shapesOf(createSpectrum()).filter(({ call }) => call === "roundRect");

  expect(distinct(bars.map(({ x }) => x))).toBe(64);
});

test("the circle has 60 rays", () => {
  const rays = shapesOf(createCircular()).filter(({ call }) => call === "moveTo");

  expect(distinct(rays.map(({ x, y }) => (Math.atan2(y, x) * 180) / Math.PI))).toBe(60);
});

test("the levels are named L and R, and no segment is behind a name", () => {
  const shapes = shapesOf(createLevels());
  const names = shapes.filter(({ call }) => call === "L" || call === "R");
  const segments = shapes.filter(({ call }) => call === "rect");

  expect(names.map(({ call, x }) => [call, x])).toEqual([
    ["L", 0],
    ["R", 0],
  ]);
  expect(Math.min(...segments.map(({ x }) => x))).toBe(16);
});

test("each row of the 3D bars has 32 columns", () => {
  const fronts = shapesOf(createBars3d()).filter(({ call }) => call === "fillRect");
  const rows = Map.groupBy(fronts, ({ y }) => y.toFixed(3));

  expect(new Set([...rows.values()].map((row) => row.length))).toEqual(new Set([32]));
});

test("150 particles drift", () => {
  const lights = shapesOf(createParticles()).filter(({ call }) => call === "arc");

  expect(lights).toHaveLength(150);
});
