/** keyCode during an input method's composition (UI Events §6.3.1). */
const COMPOSING = 229;

type KeyPress = Pick<KeyboardEvent, "key" | "isComposing" | "keyCode">;

/**
 * The key of a keydown; "" if an input method uses it, such as the Enter that accepts a Japanese word. WebKit ends the
 * composition before that keydown, so only the keyCode shows it. Every key handler calls this.
 */
export function pressedKey(event: KeyPress | { readonly nativeEvent: KeyPress }): string {
  const { key, isComposing, keyCode } = "nativeEvent" in event ? event.nativeEvent : event;
  return isComposing || keyCode === COMPOSING ? "" : key;
}
