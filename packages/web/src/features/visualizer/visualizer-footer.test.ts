import { expect, test } from "vitest";
import { signalText } from "./visualizer-footer.tsx";
import { visualizerModes } from "./visualizer-mode.ts";

test("frequencies are named only below pictures that show them from left to right", () => {
  const named = visualizerModes
    .map(({ name }) => name)
    .filter((mode) => signalText({ kind: "sound", mode }) === "40 Hz – 16 kHz");

  expect(named).toEqual(["spectrum", "bars3d"]);
});

test("a picture without its own sound names the source of its levels, or why there are none", () => {
  const texts = (["levels", "silent", "none"] as const).map((kind) =>
    signalText({ kind, mode: "spectrum" }),
  );

  expect(texts).toEqual([
    "Levels from the station",
    "The station is stopped",
    "Listen to see the signal",
  ]);
});
