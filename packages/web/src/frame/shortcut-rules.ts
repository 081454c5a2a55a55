/** What the `?` sheet lists; keys are as people read them. */
export const shortcuts = [
  { keys: "Space", does: "Listen or stop" },
  { keys: "M", does: "Mute" },
  { keys: "↑ ↓", does: "Volume" },
  { keys: "V", does: "Next visualizer" },
  { keys: "F", does: "Visualizer in full screen" },
  { keys: "Q", does: "Queue" },
  { keys: "I", does: "IRC chat" },
  { keys: "C", does: "Write in the chat" },
  { keys: "O", does: "Comments" },
  { keys: "H", does: "What was on air" },
  { keys: "L", does: "Favourite what is playing" },
  { keys: "N", does: "Copy what is playing" },
  { keys: "/", does: "Search the library" },
  { keys: "?", does: "This list" },
] as const;

/** The key of the command palette, as people read it. @param platform as `navigator.platform` names it */
export function paletteKeys(platform: string): "⌘ K" | "Ctrl K" {
  return isApple(platform) ? "⌘ K" : "Ctrl K";
}

/** ⌘K on Apple's systems, where Ctrl+K belongs to the text field, else Ctrl+K. Other than single keys it works in a field, too. */
export function isPaletteKey(
  press: Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">,
  platform: string,
): boolean {
  const [held, other] = isApple(platform)
    ? [press.metaKey, press.ctrlKey]
    : [press.ctrlKey, press.metaKey];
  return press.key.toLowerCase() === "k" && held && !other && !press.altKey && !press.shiftKey;
}

function isApple(platform: string): boolean {
  return /^(Mac|iP)/.test(platform);
}

/** A key press, and what has the focus meanwhile. */
export interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly isRepeated: boolean;
  /** Something that takes the key itself: a field, a slider, a list that is gone through by letters. */
  readonly takesText: boolean;
  /** Something that Space and arrows already do something with. */
  readonly takesKeys: boolean;
  /** A dialog lies above the page. */
  readonly isCovered: boolean;
}

const heldKeys = new Set([" ", "arrowup", "arrowdown"]);
const repeatedKeys = new Set(["arrowup", "arrowdown"]);

/** Whether a press is the shortcut of that key. WCAG 2.2 §2.1.4: none is while something takes text. */
export function isShortcut(press: KeyPress, key: string): boolean {
  const pressed = press.key.toLowerCase();
  if (pressed !== key || press.ctrlKey || press.metaKey || press.altKey) return false;
  if (press.takesText || press.isCovered) return false;
  if (press.isRepeated && !repeatedKeys.has(pressed)) return false;
  return !(heldKeys.has(pressed) && press.takesKeys);
}
