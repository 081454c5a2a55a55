import { useEffect, useEffectEvent } from "react";
import { pressedKey } from "../browser/pressed-key.ts";
import { isPaletteKey, isShortcut, type KeyPress } from "./shortcut-rules.ts";

const TEXT_TAKERS =
  'input:not([type="checkbox"]), textarea, select, [contenteditable], [role="menu"]';
const KEY_TAKERS = 'button, a, summary, [role="slider"], [role="tab"], [data-row-id]';

/**
 * Runs an action on a key, while the component is mounted and shortcuts are on.
 * @param key lower case, as in KeyboardEvent.key
 */
export function useShortcut(key: string, action: () => void): void {
  // Sees the rendered state even if the key arrives before a render's effects.
  const act = useEffectEvent(action);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      // The switch for shortcuts is behind `?`, so that key always works.
      if (key !== "?" && !areShortcutsOn()) return;
      if (!isShortcut(toKeyPress(event), key)) return;
      event.preventDefault();
      act();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [key]);
}

/** The command palette's shortcut, which no setting turns off. Ignored below a dialog. */
export function usePaletteKey(action: () => void): void {
  const act = useEffectEvent(action);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      // The same press has just closed the palette.
      if (event.defaultPrevented || pressedKey(event) === "" || isCovered()) return;
      if (!isPaletteKey(event, navigator.platform)) return;
      event.preventDefault();
      act();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
}

function isCovered(): boolean {
  return document.querySelector("dialog[open]") !== null;
}

function toKeyPress(event: KeyboardEvent): KeyPress {
  const target = event.target instanceof Element ? event.target : undefined;
  return {
    key: pressedKey(event),
    ctrlKey: event.ctrlKey,
    metaKey: event.metaKey,
    altKey: event.altKey,
    isRepeated: event.repeat,
    takesText: target?.closest(TEXT_TAKERS) !== null && target !== undefined,
    takesKeys: target?.closest(KEY_TAKERS) !== null && target !== undefined,
    isCovered: isCovered(),
  };
}

const KEY = "neonrelay_shortcuts";

/** True unless turned off in this browser. */
export function areShortcutsOn(): boolean {
  try {
    return localStorage.getItem(KEY) !== "off";
  } catch {
    return true;
  }
}

export function turnShortcuts(setting: "on" | "off"): void {
  try {
    localStorage.setItem(KEY, setting);
  } catch (error) {
    console.warn("shortcut setting not stored", error);
  }
}
