import { expect, test } from "vitest";
import { chooseSignal } from "./visualizer-signal.ts";

const listener = { isListening: true, isSilenced: false, canAnalyse: true, isOperator: false };

test("listeners see their own sound, or the station's levels if the browser can't analyse it", () => {
  expect(chooseSignal(listener)).toBe("sound");
  expect(chooseSignal({ ...listener, canAnalyse: false })).toBe("levels");
});

test("operators who aren't listening see the station's levels, guests nothing", () => {
  expect(chooseSignal({ ...listener, isListening: false, isOperator: true })).toBe("levels");
  expect(chooseSignal({ ...listener, isListening: false })).toBe("none");
});

test("nothing is drawn while an emergency stop silences the sound", () => {
  for (const canAnalyse of [true, false])
    expect(chooseSignal({ ...listener, canAnalyse, isSilenced: true })).toBe("silent");
});
