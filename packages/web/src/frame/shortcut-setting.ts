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
