import { cleanText } from "./line-rules.ts";

/** A command as it was typed. */
interface TypedCommand {
  /** Lower case, without the dot. */
  readonly name: string;
  readonly argument: string;
}

/** Longest argument of any command, in characters. */
const MAX_ARGUMENT = 300;
/** A leading dot, then letters up to the next space: '...', '.5 euro' and '. request' are just talk. */
const commandPattern = /^\.([a-z]{1,20})(?:\s([^]*))?$/i;

/** @returns null if it is no command */
export function parseCommand(text: string): TypedCommand | null {
  const [, name, argument = ""] = commandPattern.exec(text.trimEnd()) ?? [];
  if (name === undefined) return null;
  return { name: name.toLowerCase(), argument: cleanText(argument.slice(0, MAX_ARGUMENT)) };
}
