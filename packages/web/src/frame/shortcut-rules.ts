/** Listed in the `?` sheet; keys are written for people. */
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

/**
 * The command palette's shortcut, written for people.
 * @param platform from `navigator.platform`
 */
export function paletteKeys(platform: string): "⌘ K" | "Ctrl K" {
  return isApple(platform) ? "⌘ K" : "Ctrl K";
}

/** ⌘K on Apple systems, where text fields use Ctrl+K; elsewhere Ctrl+K. Unlike single keys it also works in a field. */
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

/** A key press, and the focus at that time. */
export interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly isRepeated: boolean;
  /** The focused element consumes keys: a field, a slider, a list with type-ahead. */
  readonly takesText: boolean;
  /** The focused element already uses Space and arrows. */
  readonly takesKeys: boolean;
  /** A dialog covers the page. */
  readonly isCovered: boolean;
}

const heldKeys = new Set([" ", "arrowup", "arrowdown"]);
const repeatedKeys = new Set(["arrowup", "arrowdown"]);

/** Whether a press is the shortcut for `key`. WCAG 2.2 §2.1.4: no shortcut works while an element takes text. */
export function isShortcut(press: KeyPress, key: string): boolean {
  const pressed = press.key.toLowerCase();
  if (pressed !== key || press.ctrlKey || press.metaKey || press.altKey) return false;
  if (press.takesText || press.isCovered) return false;
  if (press.isRepeated && !repeatedKeys.has(pressed)) return false;
  return !(heldKeys.has(pressed) && press.takesKeys);
}
