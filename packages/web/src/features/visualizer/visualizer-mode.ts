import { useEffect, useState } from "react";
import { chooseSetting, onSettingChosen } from "../../browser/chosen-setting.ts";

export const visualizerModes = [
  { name: "waveform", label: "Waveform" },
  { name: "spectrum", label: "Spectrum" },
  { name: "oscilloscope", label: "Oscilloscope" },
  { name: "levels", label: "Levels" },
  { name: "circular", label: "Circular" },
  { name: "bars3d", label: "3D Bars" },
  { name: "particles", label: "Particles" },
  { name: "galaxy", label: "Galaxy" },
] as const;
export type VisualizerMode = (typeof visualizerModes)[number]["name"];

const KEY = "neonrelay_visualizer";
const DEFAULT_MODE: VisualizerMode = "waveform";

/** The picture chosen last, here or elsewhere on the page. */
export function useVisualizerMode(): readonly [VisualizerMode, (mode: VisualizerMode) => void] {
  const [mode, setMode] = useState(load);
  useEffect(() => onSettingChosen(KEY, (name) => setMode(toMode(name) ?? DEFAULT_MODE)), []);
  return [mode, chooseMode];
}

export function chooseMode(mode: VisualizerMode): void {
  chooseSetting(KEY, mode);
}

/** The next picture, wrapping around. */
export function nextMode(mode: VisualizerMode): VisualizerMode {
  const at = visualizerModes.findIndex(({ name }) => name === mode);
  return visualizerModes[(at + 1) % visualizerModes.length]?.name ?? DEFAULT_MODE;
}

/** undefined if no picture has that name. */
export function toMode(name: string | null): VisualizerMode | undefined {
  return visualizerModes.find((mode) => mode.name === name)?.name;
}

function load(): VisualizerMode {
  try {
    return toMode(localStorage.getItem(KEY)) ?? DEFAULT_MODE;
  } catch {
    return DEFAULT_MODE;
  }
}
