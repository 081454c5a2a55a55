import { useState } from "react";

const KEY = "neonrelay_visuals";

/** Whether the visuals move: as chosen last, else as the system's wish for less motion says. */
export function useVisualsSetting(): readonly [boolean, (isMoving: boolean) => void] {
  const [isMoving, setIsMoving] = useState(load);
  const choose = (chosen: boolean) => {
    setIsMoving(chosen);
    try {
      localStorage.setItem(KEY, chosen ? "moving" : "paused");
    } catch (error) {
      console.warn("visuals setting not stored", error);
    }
  };
  return [isMoving, choose];
}

function load(): boolean {
  const wantsMotion = !window.matchMedia("(prefers-reduced-motion: reduce)").matches;
  try {
    const stored = localStorage.getItem(KEY);
    return stored === null ? wantsMotion : stored === "moving";
  } catch {
    return wantsMotion;
  }
}
