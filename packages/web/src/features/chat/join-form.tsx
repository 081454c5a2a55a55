import { CHAT_NAME_LENGTHS } from "@neonrelay/contract";
import { MessagesSquare } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import type { SyntheticEvent } from "react";
import { useToasts } from "../../ui/toast-context.ts";
import { useSession } from "../accounts/session-data.ts";
import { useShortcut } from "../shortcuts/use-shortcut.ts";
import { useChatStore } from "./chat-context.ts";
import { isChatName, stripChatName } from "./chat-name-rules.ts";

const TOAST_MS = 5000;
const TOO_SHORT = "Username must be at least 2 characters long";

/** Where a visitor chooses the name to chat under. @param refusal why the last one was not to be had */
export function JoinForm({ refusal }: { readonly refusal: string | undefined }) {
  const chat = useChatStore();
  const toasts = useToasts();
  const session = useSession();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (chat.takeFieldWish()) input.current?.focus();
  }, [chat]);
  // The panel may be behind another tab until the key has been taken.
  useShortcut("c", () => requestAnimationFrame(() => input.current?.focus()));
  const [typed, setTyped] = useState<string>();
  const [isTooShort, setIsTooShort] = useState(false);
  const ownName = session?.kind === "user" ? stripChatName(session.username) : "";
  const name = typed ?? ownName;
  const problem = isTooShort ? TOO_SHORT : refusal;
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    setIsTooShort(!isChatName(name));
    if (!isChatName(name)) {
      toasts.show({
        tone: "error",
        title: "Invalid Username",
        text: TOO_SHORT,
        durationMs: TOAST_MS,
      });
      return;
    }
    toasts.show({
      tone: "success",
      title: "Username Set",
      text: `You can now chat as ${name}`,
      durationMs: TOAST_MS,
    });
    chat.join(name);
  };
  return (
    <form onSubmit={submit} className="m-auto flex w-full max-w-[320px] flex-col gap-3 p-6">
      <MessagesSquare size={32} aria-hidden="true" className="mx-auto text-faint" />
      <h2 className="text-center text-[20px] font-semibold">Join IRC Chat</h2>
      <p className="text-center text-[13px] text-muted">
        Listeners on the web and on IRC talk in the same channel.
      </p>
      <label htmlFor={id} className="text-[13px] font-semibold">
        Your name in the chat
      </label>
      <input
        ref={input}
        id={id}
        className="field"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder="Username"
        maxLength={CHAT_NAME_LENGTHS.longest}
        value={name}
        aria-invalid={problem !== undefined}
        aria-describedby={problem === undefined ? undefined : `${id}-problem`}
        onChange={(event) => setTyped(stripChatName(event.target.value))}
      />
      {problem !== undefined && (
        <p id={`${id}-problem`} role="alert" className="text-[13px] text-danger">
          {problem}
        </p>
      )}
      <button type="submit" className="button button-primary">
        Join Chat
      </button>
    </form>
  );
}
