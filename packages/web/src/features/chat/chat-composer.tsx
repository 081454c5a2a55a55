import {
  type BotCommand,
  CHAT_MESSAGE_LIMIT,
  CHAT_SEND_INTERVAL_MS,
} from "@neonrelay/contract/callers";
import { SendHorizontal } from "lucide-react";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { pressedKey } from "../../browser/pressed-key.ts";
import { useChat, useChatDraft, useChatStore } from "./chat-context.ts";
import { useSendChat } from "./chat-data.ts";
import {
  completeNick,
  type Completion,
  decideSubmission,
  lengthHint,
  type NameRefusal,
  renameRefusal,
} from "./composer-rules.ts";
import { useFieldFocus } from "./field-focus.ts";
import { useCommandSuggestions } from "./command-suggestions.ts";
import { Listbox, ListboxOption } from "../../ui/listbox.tsx";

/** The message input. Tab completes nicks; a leading dot lists the bot's commands. */
export function ChatComposer({
  ownName,
  refusedName,
  isDisabled,
}: {
  readonly ownName: string;
  /** Refusal of the name that /nick asked for. */
  readonly refusedName: NameRefusal | undefined;
  readonly isDisabled: boolean;
}) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const { text, setText, suggestions, refusal, status, canSend, submit, pressKey } = useComposer(
    input,
    {
      ownName,
      refusedName,
      isDisabled,
    },
  );
  const hint = lengthHint(text);
  return (
    <form
      className="relative shrink-0 border-t border-line p-2"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {suggestions.commands.length > 0 && (
        <CommandList
          id={`${id}-commands`}
          commands={suggestions.commands}
          chosen={suggestions.chosen}
          onChoose={suggestions.choose}
        />
      )}
      <div className="flex items-center gap-1">
        <input
          ref={input}
          className="field"
          aria-label="Message"
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={suggestions.commands.length > 0}
          aria-controls={suggestions.commands.length > 0 ? `${id}-commands` : undefined}
          aria-activedescendant={
            suggestions.commands.length > 0 ? `${id}-commands-${suggestions.chosen}` : undefined
          }
          aria-describedby={hint === undefined ? undefined : `${id}-hint`}
          placeholder={placeholders[status]}
          autoComplete="off"
          maxLength={CHAT_MESSAGE_LIMIT}
          disabled={isDisabled}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={pressKey}
        />
        <button type="submit" className="icon-button" aria-label="Send message" disabled={!canSend}>
          <SendHorizontal size={18} aria-hidden="true" />
        </button>
      </div>
      <p role="alert" className="px-1 text-[13px] text-danger not-empty:pt-1">
        {refusal}
      </p>
      {hint !== undefined && (
        <p id={`${id}-hint`} className="px-1 pt-1 text-[12px] text-muted tabular-nums">
          {hint}
        </p>
      )}
    </form>
  );
}

const INVITATION = "Message, or . for commands";

/** The empty field says how far the message is that was in it. */
const placeholders = {
  idle: INVITATION,
  pending: "Sending…",
  success: "Sent",
  error: INVITATION,
} as const;

/** The draft, and sending it. */
function useComposer(
  input: { readonly current: HTMLInputElement | null },
  { ownName, refusedName, isDisabled }: Parameters<typeof ChatComposer>[0],
) {
  const chat = useChatStore();
  const text = useChatDraft();
  const setText = (draft: string) => chat.write(draft);
  useFieldFocus(input);
  const { send, status, refusal: refusedMessage } = useSendChat();
  const [refused, setRefused] = useState({ text: "", reason: "" });
  const lock = useSendLock();
  const complete = useNickCompletion(input, setText);
  const suggestions = useCommandSuggestions({ text, setText });
  const submission = decideSubmission(text);
  const submit = () => {
    if (isDisabled) return;
    switch (submission.kind) {
      case "nothing":
        return;
      case "refuse":
        setRefused({ text, reason: submission.reason });
        return;
      case "rename":
        if (submission.name !== ownName) chat.join(submission.name);
        setText("");
        return;
      case "say": {
        const onRefused = () => {
          if (chat.draft === "") setText(text);
        };
        if (!send({ username: ownName, message: submission.message }, { onRefused })) return;
        lock.start();
        setText("");
        return;
      }
      default:
        submission satisfies never;
    }
  };
  const pressKey = (event: KeyboardEvent) => {
    const key = pressedKey(event);
    if (suggestions.takesKey(key) || complete(event)) event.preventDefault();
    else if (key === "Enter") {
      event.preventDefault();
      submit();
    }
  };
  const canSend =
    !isDisabled && submission.kind !== "nothing" && !lock.isLocked && status !== "pending";
  const ownRefusal = refused.text === text && text !== "" ? refused.reason : undefined;
  const nameRefusal = refusedName === undefined ? undefined : renameRefusal(refusedName, text);
  const refusal = ownRefusal ?? nameRefusal ?? refusedMessage;
  return { text, setText, suggestions, refusal, status, canSend, submit, pressKey };
}

/** Disables the button while the station would refuse another message. */
function useSendLock() {
  const [isLocked, setIsLocked] = useState(false);
  useEffect(() => {
    if (!isLocked) return undefined;
    const timer = setTimeout(() => setIsLocked(false), CHAT_SEND_INTERVAL_MS);
    return () => clearTimeout(timer);
  }, [isLocked]);
  return { isLocked, start: () => setIsLocked(true) };
}

/** @returns the Tab handler; it returns false to leave the key to the page */
function useNickCompletion(
  input: { readonly current: HTMLInputElement | null },
  setText: (text: string) => void,
): (event: KeyboardEvent) => boolean {
  const { users } = useChat();
  const last = useRef<Completion>(undefined);
  return (event) => {
    const field = input.current;
    if (pressedKey(event) !== "Tab" || event.shiftKey || field === null) return false;
    const nicks = users?.users.map(({ nick, chatName = nick }) => chatName) ?? [];
    const place = { text: field.value, caret: field.selectionStart ?? field.value.length };
    const completion = completeNick(place, { nicks, last: last.current });
    last.current = completion;
    if (completion === undefined || completion.text.length > CHAT_MESSAGE_LIMIT) return false;
    // The caret can only be set once the text is rendered.
    flushSync(() => setText(completion.text));
    field.setSelectionRange(completion.caret, completion.caret);
    return true;
  };
}

/** The bot's commands, above the message input. */
function CommandList({
  id,
  commands,
  chosen,
  onChoose,
}: {
  readonly id: string;
  readonly commands: readonly BotCommand[];
  /** Index of the command that Enter selects. */
  readonly chosen: number;
  readonly onChoose: (command: BotCommand) => void;
}) {
  return (
    <Listbox
      id={id}
      label="Bot commands"
      className="absolute inset-x-2 bottom-full mb-1 max-h-64 overflow-y-auto rounded-m border border-line bg-s3 p-1"
    >
      {commands.map((command, place) => (
        <ListboxOption
          key={command.name}
          id={`${id}-${place}`}
          isChosen={place === chosen}
          className="cursor-pointer rounded-s px-3 py-1.5 hover:bg-s2 aria-selected:bg-primary aria-selected:text-on-primary"
          onChoose={() => onChoose(command)}
        >
          <span className="block font-mono text-[13px] font-semibold break-words">
            {command.usage}
          </span>
          <span className="block text-[12px] leading-4">{command.help}</span>
        </ListboxOption>
      ))}
    </Listbox>
  );
}
