import { useEffect } from "react";
import type { RefObject } from "react";
import { useShortcut } from "../../frame/use-shortcut.ts";
import { useChatStore } from "./chat-context.ts";

/** Leads to the field at the end of the chat, be it for a name or for a message: by `C`, and where the store wants it. */
export function useFieldFocus(input: RefObject<HTMLInputElement | null>): void {
  const chat = useChatStore();
  useEffect(() => {
    const look = () => {
      if (chat.takeFieldWish()) input.current?.focus();
    };
    look();
    // What is offered may open this tab, too, and close a dialog above it.
    return chat.subscribe(() => requestAnimationFrame(look));
  }, [chat, input]);
  // The panel may be behind another tab until the key has been taken.
  useShortcut("c", () => requestAnimationFrame(() => input.current?.focus()));
}
