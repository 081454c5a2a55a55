import { CHAT_NAME_LENGTHS } from "@neonrelay/contract/callers";
import { useId, useRef, useState } from "react";
import type { ChangeEvent, CompositionEvent, SyntheticEvent } from "react";
import { useToasts } from "../../ui/toast-store.ts";
import { useSession } from "../accounts/index.ts";
import { useChatStore } from "./chat-context.ts";
import { chatNameLike, chatNameProblem } from "./chat-name-problem.ts";
import { stripChatName } from "./chat-name.ts";
import type { Membership } from "./chat-store.ts";
import { useFieldFocus } from "./field-focus.ts";

const TOAST_MS = 5000;

/** The form for the chat name, in place of the message input. */
export function JoinForm({
  membership,
}: {
  readonly membership: Extract<Membership, { status: "nameless" | "joining" }>;
}) {
  const chat = useChatStore();
  const toasts = useToasts();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  useFieldFocus(input);
  const isJoining = membership.status === "joining";
  const refusal = membership.status === "nameless" ? membership.refusal : undefined;
  const field = useNameField(isJoining ? membership.name : refusal?.name);
  const { name } = field;
  const problem = field.problem ?? refusal?.reason;
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (isJoining) return;
    field.recordSent();
    const text = chatNameProblem(name, { isSent: true });
    if (text === undefined) chat.join(name);
    else toasts.show({ tone: "error", title: "Invalid Username", text, durationMs: TOAST_MS });
  };
  const take = (freeName: string) => {
    field.setTyped(freeName);
    chat.join(freeName);
    // The pressed button disappears.
    input.current?.focus();
  };
  return (
    <form onSubmit={submit} className="flex shrink-0 flex-col gap-2 border-t border-line p-3">
      <h3 className="text-[15px] leading-5 font-semibold">Join IRC Chat</h3>
      <label htmlFor={id} className="-mt-1.5 text-[13px] leading-5 text-muted">
        Your name in the chat
      </label>
      <div className="flex items-center gap-2">
        <input
          ref={input}
          id={id}
          className="field min-w-0"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="Username"
          maxLength={CHAT_NAME_LENGTHS.longest}
          value={name}
          aria-invalid={problem !== undefined}
          aria-describedby={problem === undefined ? undefined : `${id}-problem`}
          {...field.handlers}
        />
        <button
          type="submit"
          className="button button-primary shrink-0"
          // Not disabled: the focus stays on it.
          aria-disabled={isJoining}
        >
          {isJoining ? "Joining…" : "Join Chat"}
        </button>
      </div>
      {problem !== undefined && (
        <p id={`${id}-problem`} role="alert" className="text-[13px] text-danger">
          {problem}
        </p>
      )}
      <OfferedNames {...offerOf(field, refusal?.freeNames ?? [])} onTake={take} />
    </form>
  );
}

/**
 * The name field's text.
 * @param given the name sent before
 */
function useNameField(given: string | undefined) {
  const session = useSession();
  const [typed, setTyped] = useState(given);
  /** Text that an input method is composing may not be a name yet, and is left alone. */
  const [isComposing, setIsComposing] = useState(false);
  const [sentName, setSentName] = useState<string>();
  const ownName = session?.kind === "user" ? (chatNameLike(session.username) ?? "") : "";
  const name = typed ?? ownName;
  const problem = isComposing ? undefined : chatNameProblem(name, { isSent: name === sentName });
  const handlers = {
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) =>
      setTyped(isComposing ? target.value : stripChatName(target.value)),
    onCompositionStart: () => setIsComposing(true),
    onCompositionEnd: ({ currentTarget }: CompositionEvent<HTMLInputElement>) => {
      setIsComposing(false);
      setTyped(stripChatName(currentTarget.value));
    },
  };
  return { name, problem, setTyped, recordSent: () => setSentName(name), handlers };
}

function offerOf(
  { name, problem }: Pick<ReturnType<typeof useNameField>, "name" | "problem">,
  freeNames: readonly string[],
) {
  if (problem === undefined) return { label: "Still free:", names: freeNames };
  const like = chatNameLike(name);
  return { label: "In these letters:", names: like === undefined ? [] : [like] };
}

function OfferedNames({
  label,
  names,
  onTake,
}: {
  readonly label: string;
  readonly names: readonly string[];
  readonly onTake: (name: string) => void;
}) {
  if (names.length === 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-[13px]">
      <span className="text-muted">{label}</span>
      {names.map((name) => (
        <button
          key={name}
          type="button"
          className="button button-small"
          onClick={() => onTake(name)}
        >
          {name}
        </button>
      ))}
    </div>
  );
}
