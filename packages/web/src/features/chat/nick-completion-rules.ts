import { foldNick } from "./chat-name-rules.ts";

/** A text field and the position of its caret. */
interface FieldText {
  readonly text: string;
  readonly caret: number;
}

/** The completed word, and the next completions. */
export interface Completion extends FieldText {
  readonly start: number;
  readonly choices: readonly string[];
  readonly choice: number;
}

/**
 * Completes the word before the caret on Tab. After the last nick, Tab leaves the input again, so that it never traps
 * the focus.
 * @param last the previous completion; continues from it if the field has not changed since
 * @returns undefined if there is nothing to complete
 */
export function completeNick(
  field: FieldText,
  { nicks, last }: { readonly nicks: readonly string[]; readonly last: Completion | undefined },
): Completion | undefined {
  if (last !== undefined && last.text === field.text && last.caret === field.caret)
    return choose(field, { ...last, choice: last.choice + 1 });
  const word = /\S+$/.exec(field.text.slice(0, field.caret))?.[0];
  if (word === undefined) return undefined;
  const prefix = foldNick(word.replace(/^@/, ""));
  const choices = nicks.filter((nick) => prefix !== "" && foldNick(nick).startsWith(prefix));
  return choose(field, { start: field.caret - word.length, choices, choice: 0 });
}

function choose(
  { text, caret }: FieldText,
  { start, choices, choice }: Pick<Completion, "start" | "choices" | "choice">,
): Completion | undefined {
  const nick = choices[choice];
  if (nick === undefined) return undefined;
  const completed = start === 0 ? `${nick}: ` : `${nick} `;
  return {
    text: text.slice(0, start) + completed + text.slice(caret),
    caret: start + completed.length,
    start,
    choices,
    choice,
  };
}
