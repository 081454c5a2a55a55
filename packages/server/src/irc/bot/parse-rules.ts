import { cleanText } from "./line-rules.ts";

/** A command as it was typed. */
interface TypedCommand {
  /** In lower case, without the dot. */
  readonly name: string;
  readonly argument: string;
}

/** No command takes more, in characters. */
const MAX_ARGUMENT = 300;
/** A dot at the very beginning and letters up to the next space: '...', '.5 euro' and '. request' are chatter. */
const commandPattern = /^\.([a-z]{1,20})(?:\s([^]*))?$/i;

/** @returns null for what is no command */
export function parseCommand(text: string): TypedCommand | null {
  const [, name, argument = ""] = commandPattern.exec(text.trimEnd()) ?? [];
  if (name === undefined) return null;
  return { name: name.toLowerCase(), argument: cleanText(argument.slice(0, MAX_ARGUMENT)) };
}
