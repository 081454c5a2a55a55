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

const MODE_KEY = "neonrelay_visualizer";
const DEFAULT_MODE: VisualizerMode = "waveform";

/** The picture chosen last, here or elsewhere on the page. */
export function useVisualizerMode(): readonly [VisualizerMode, (mode: VisualizerMode) => void] {
  const [mode, setMode] = useState(loadMode);
  useEffect(() => onSettingChosen(MODE_KEY, (name) => setMode(toMode(name) ?? DEFAULT_MODE)), []);
  return [mode, chooseMode];
}

export function chooseMode(mode: VisualizerMode): void {
  chooseSetting(MODE_KEY, mode);
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

function loadMode(): VisualizerMode {
  try {
    return toMode(localStorage.getItem(MODE_KEY)) ?? DEFAULT_MODE;
  } catch {
    return DEFAULT_MODE;
  }
}

const VISUALS_KEY = "neonrelay_visuals";

/** Whether the visuals move: the last choice, or else the system's setting for reduced motion. */
export function useVisualsSetting(): readonly [boolean, (isMoving: boolean) => void] {
  const [isMoving, setIsMoving] = useState(areVisualsMoving);
  useEffect(() => onSettingChosen(VISUALS_KEY, (chosen) => setIsMoving(chosen === "moving")), []);
  return [isMoving, moveVisuals];
}

export function moveVisuals(isMoving: boolean): void {
  chooseSetting(VISUALS_KEY, isMoving ? "moving" : "paused");
}

export function areVisualsMoving(): boolean {
  const wantsMotion = !window.matchMedia("(prefers-reduced-motion: reduce)").matches;
  try {
    const stored = localStorage.getItem(VISUALS_KEY);
    return stored === null ? wantsMotion : stored === "moving";
  } catch {
    return wantsMotion;
  }
}
