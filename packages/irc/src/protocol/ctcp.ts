const delimiter = "\u0001";

/** The CTCP content of a PRIVMSG or NOTICE, such as ACTION for "/me". */
export interface Ctcp {
  /** In upper case. */
  readonly command: string;
  readonly text: string;
}

/**
 * Parses CTCP, with or without the closing delimiter, which some clients omit. @returns undefined for ordinary text
 * @example
 * parseCtcp("\u0001ACTION waves\u0001"); // { command: "ACTION", text: "waves" }
 */
export function parseCtcp(text: string): Ctcp | undefined {
  if (!text.startsWith(delimiter)) return undefined;
  const end = text.indexOf(delimiter, 1);
  const inside = text.slice(1, end === -1 ? text.length : end);
  const space = inside.indexOf(" ");
  const command = space === -1 ? inside : inside.slice(0, space);
  if (command === "") return undefined;
  return {
    command: command.toUpperCase(),
    text: space === -1 ? "" : inside.slice(space + 1),
  };
}

/**
 * Serialises CTCP. Delimiters inside the text become spaces, so that there is only one message.
 * @example
 * serialiseCtcp({ command: "ACTION", text: "waves" }); // "\u0001ACTION waves\u0001"
 */
export function serialiseCtcp({ command, text }: Ctcp): string {
  const inside = text === "" ? command : `${command} ${text}`;
  return `${delimiter}${inside.replaceAll(delimiter, " ")}${delimiter}`;
}
