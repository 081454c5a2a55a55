import { useEffect, useState } from "react";
import { chooseSetting, onSettingChosen } from "../../browser/chosen-setting.ts";

const KEY = "neonrelay_visuals";

/** Whether the visuals move: the last choice, or else the system's setting for reduced motion. */
export function useVisualsSetting(): readonly [boolean, (isMoving: boolean) => void] {
  const [isMoving, setIsMoving] = useState(areVisualsMoving);
  useEffect(() => onSettingChosen(KEY, (chosen) => setIsMoving(chosen === "moving")), []);
  return [isMoving, moveVisuals];
}

export function moveVisuals(isMoving: boolean): void {
  chooseSetting(KEY, isMoving ? "moving" : "paused");
}

export function areVisualsMoving(): boolean {
  const wantsMotion = !window.matchMedia("(prefers-reduced-motion: reduce)").matches;
  try {
    const stored = localStorage.getItem(KEY);
    return stored === null ? wantsMotion : stored === "moving";
  } catch {
    return wantsMotion;
  }
}
