/** The key of an input method (UI Events §6.3.1). */
const COMPOSING = 229;

type KeyPress = Pick<KeyboardEvent, "key" | "isComposing" | "keyCode">;

/**
 * The key of a keydown; "" while it belongs to an input method, such as the Enter that takes a Japanese word. WebKit
 * ends the composition before that keydown, which shows it by its code alone. Every handler of keys asks here.
 */
export function pressedKey(event: KeyPress | { readonly nativeEvent: KeyPress }): string {
  const { key, isComposing, keyCode } = "nativeEvent" in event ? event.nativeEvent : event;
  return isComposing || keyCode === COMPOSING ? "" : key;
}
