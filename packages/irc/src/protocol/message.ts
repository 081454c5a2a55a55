import { MAX_BODY_BYTES, truncateText } from "./split-text.ts";

/** Longest tags, with their "@" and the space after them, IRCv3 message-tags. */
export const MAX_TAG_BYTES = 8191;

/** The sender of a message. A server has a name only. */
export interface Source {
  readonly name: string;
  readonly user?: string;
  readonly host?: string;
}

/** One line of IRC. */
export interface IrcMessage {
  /** Tag values are unescaped; a tag without value has the value "". */
  readonly tags: ReadonlyMap<string, string>;
  readonly source?: Source;
  /** In upper case: letters, or three digits. */
  readonly command: string;
  readonly params: readonly string[];
}

const noTags: ReadonlyMap<string, string> = new Map();
const commandPattern = /^(?:[A-Za-z]+|\d{3})$/;

/**
 * Parses one line, given without its line end.
 * @returns undefined for an empty line, one without a command, or one containing CR, LF or NUL
 * @example
 * parseMessage(":ann!a@host PRIVMSG #radio :hello there")?.params; // ["#radio", "hello there"]
 */
export function parseMessage(line: string): IrcMessage | undefined {
  if (/[\r\n\0]/.test(line)) return undefined;
  let position = 0;
  const nextWord = (): string => {
    let end = line.indexOf(" ", position);
    if (end === -1) end = line.length;
    const word = line.slice(position, end);
    position = end;
    while (line[position] === " ") position += 1;
    return word;
  };

  while (line[position] === " ") position += 1;
  const tags = line[position] === "@" ? parseTags(nextWord().slice(1)) : noTags;
  const source = line[position] === ":" ? parseSource(nextWord().slice(1)) : undefined;
  const command = nextWord();
  if (!commandPattern.test(command)) return undefined;

  const params: string[] = [];
  while (position < line.length) {
    if (line[position] === ":") {
      params.push(line.slice(position + 1));
      break;
    }
    params.push(nextWord());
  }
  return {
    tags,
    ...(source === undefined ? {} : { source }),
    command: command.toUpperCase(),
    params,
  };
}

/**
 * Parses `name`, `name!user@host`, `name!user` or `name@host`.
 * @example
 * parseSource("ann!a@host"); // { name: "ann", user: "a", host: "host" }
 */
export function parseSource(text: string): Source {
  const bang = text.indexOf("!");
  const at = text.indexOf("@", bang + 1);
  const nameEnd = bang !== -1 ? bang : at !== -1 ? at : text.length;
  return {
    name: text.slice(0, nameEnd),
    ...(bang === -1 ? {} : { user: text.slice(bang + 1, at === -1 ? text.length : at) }),
    ...(at === -1 ? {} : { host: text.slice(at + 1) }),
  };
}

/**
 * Serialises a message as one line without CRLF. This is the one place that makes foreign text safe for the wire:
 * whatever source, tags and params hold, the result is one line with this command and this many params. CR, LF and NUL
 * become spaces. In any param but the last, spaces and a leading ":" become "_", and so does an empty param. Anything
 * over the line limit is cut between two code points; tags that do not fit are dropped.
 * @throws TypeError when the command is invalid: a bug of ours, never user input
 * @example
 * serialiseMessage({ command: "PRIVMSG", params: ["#radio", "hello\r\nQUIT"] }); // "PRIVMSG #radio :hello  QUIT"
 */
export function serialiseMessage(
  message: Pick<IrcMessage, "command" | "params"> & Partial<IrcMessage>,
): string {
  if (!commandPattern.test(message.command))
    throw new TypeError(`no IRC command: ${JSON.stringify(message.command)}`);
  const command = message.command.toUpperCase();
  const last = message.params.length - 1;
  const words = message.params.map((param, index) =>
    index === last ? serialiseLast(command, param) : middle(param),
  );
  const source = message.source === undefined ? [] : [`:${serialiseSource(message.source)}`];
  const body = truncateText([...source, command, ...words].join(" "), MAX_BODY_BYTES);
  return `${serialiseTags(message.tags ?? noTags)}${body}`;
}

/**
 * Serialises `name!user@host`, or as much of it as is known.
 * @example
 * serialiseSource({ name: "ann", user: "a", host: "host" }); // "ann!a@host"
 */
export function serialiseSource(source: Source): string {
  const user = source.user === undefined ? "" : `!${oneWord(source.user).replaceAll("@", "_")}`;
  const host = source.host === undefined ? "" : `@${oneWord(source.host)}`;
  return `${oneWord(source.name).replaceAll(/[!@]/g, "_") || "_"}${user}${host}`;
}

/** Old bots look for " :" before the text, so it is there even where the grammar does not need it. */
function serialiseLast(command: string, param: string): string {
  const text = oneLine(param);
  const needsColon = text === "" || text.startsWith(":") || text.includes(" ");
  return needsColon || command === "PRIVMSG" || command === "NOTICE" ? `:${text}` : text;
}

function middle(param: string): string {
  return oneWord(param).replace(/^:/, "_") || "_";
}

function oneWord(text: string): string {
  return oneLine(text).replaceAll(" ", "_");
}

function oneLine(text: string): string {
  return text.toWellFormed().replaceAll(/[\r\n\0]/g, " ");
}

const escapes: Readonly<Record<string, string>> = {
  ";": "\\:",
  " ": "\\s",
  "\\": "\\\\",
  "\r": "\\r",
  "\n": "\\n",
};
const unescapes: Readonly<Record<string, string>> = { ":": ";", s: " ", r: "\r", n: "\n" };

function parseTags(text: string): ReadonlyMap<string, string> {
  const tags = new Map<string, string>();
  for (const part of text.split(";")) {
    const equals = part.indexOf("=");
    const key = equals === -1 ? part : part.slice(0, equals);
    if (key !== "") tags.set(key, equals === -1 ? "" : unescapeTag(part.slice(equals + 1)));
  }
  return tags;
}

/** A backslash before any other character, or at the end, is dropped: IRCv3 message-tags. */
function unescapeTag(value: string): string {
  return value.replaceAll(/\\(.?)/gs, (_, next: string) => unescapes[next] ?? next);
}

function serialiseTags(tags: ReadonlyMap<string, string>): string {
  let written = "@";
  let bytes = 2;
  for (const [key, value] of tags) {
    const safeKey = key.toWellFormed().replaceAll(/[\0\r\n ;=]/g, "-");
    if (safeKey === "") continue;
    const escaped = value
      .toWellFormed()
      .replaceAll("\0", " ")
      .replaceAll(/[; \\\r\n]/g, (character) => escapes[character] ?? character);
    const tag = `${written === "@" ? "" : ";"}${safeKey}${escaped === "" ? "" : `=${escaped}`}`;
    if (bytes + Buffer.byteLength(tag) > MAX_TAG_BYTES) continue;
    written += tag;
    bytes += Buffer.byteLength(tag);
  }
  return written === "@" ? "" : `${written} `;
}
