import { useEffect } from "react";
import type { RefObject } from "react";
import { useShortcut } from "../../frame/use-shortcut.ts";
import { useChatStore } from "./chat-context.ts";

/** Focuses the input at the end of the chat, for a name or a message: by `C`, and when the store asks for it. */
export function useFieldFocus(input: RefObject<HTMLInputElement | null>): void {
  const chat = useChatStore();
  useEffect(() => {
    const look = () => {
      if (chat.takeFocusRequest()) input.current?.focus();
    };
    look();
    // A suggested text may also open this tab and close a dialog above it.
    return chat.subscribe(() => requestAnimationFrame(look));
  }, [chat, input]);
  // The panel may be behind another tab until the key has been taken.
  useShortcut("c", () => requestAnimationFrame(() => input.current?.focus()));
}
