/** Scripts for several clients on one server, and what each receives, for tests. */
import { parseMessage } from "./protocol/message.ts";
import { LineClient } from "./test-line-client.ts";

/** Numerics whose last param is free text, different on every server. */
const worded =
  /^(?:30[56]|315|318|321|323|331|349|347|36[689]|374|376|391|[459]\d\d|671|696|33[058]|31[37]|381)$/;

/** Clients by nick. */
export type Cast = ReadonlyMap<string, LineClient>;

/** Connects one client per nick, all at once. */
export async function castClients(options: {
  readonly port: number;
  readonly nicks: readonly string[];
  readonly caps?: string;
}): Promise<Cast> {
  const { nicks, ...where } = options;
  const clients = await Promise.all(nicks.map((nick) => LineClient.register({ ...where, nick })));
  return new Map(nicks.map((nick, index) => [nick, clients[index]] as const).filter(isPresent));
}

/**
 * Plays lines like `alice: JOIN #room`, one after another.
 * @returns each line, followed by what every client received before the next, as `bob < alice JOIN #room`, without free
 * text; hosts, times and ids are replaced by HOST, TIME and ID
 */
export async function playTranscript(cast: Cast, lines: readonly string[]): Promise<string[]> {
  const transcript: string[] = [];
  for (const line of lines) {
    const [nick, text] = splitAt(line, ": ");
    const speaker = cast.get(nick);
    if (speaker === undefined) throw new Error(`no one is called ${nick}`);
    transcript.push(line);
    speaker.send(text);
    record(transcript, nick, await speaker.sync());
    for (const [other, client] of cast)
      if (other !== nick) record(transcript, other, await client.sync());
  }
  return transcript;
}

function record(transcript: string[], nick: string, lines: readonly string[]): void {
  for (const line of lines) transcript.push(`${nick} < ${normaliseLine(line)}`);
}

/** A line without anything that differs between servers and runs. */
export function normaliseLine(line: string): string {
  const message = parseMessage(line);
  if (message === undefined) return line;
  const { source, command, params, tags } = message;
  // Servers word their ERROR differently.
  if (command === "ERROR") return "ERROR";
  const isNumeric = /^\d{3}$/.test(command);
  const kept = isNumeric && worded.test(command) ? params.slice(0, -1) : [...params];
  const from = source === undefined || source.host === undefined ? [] : [source.name];
  // Servers list names in whatever order suits them.
  if (command === "353") kept.push((kept.pop() ?? "").split(" ").sort().join(" "));
  const shownTags = [...tags.keys()].filter((tag) => tag !== "time" && tag !== "msgid");
  const tagWords = shownTags.length === 0 ? [] : [`@${shownTags.join(",")}`];
  return [...tagWords, ...from, command, ...kept.map(normaliseParam)].join(" ");
}

function normaliseParam(param: string): string {
  return param
    .replaceAll(/[0-9a-f]{10}\.[0-9a-f]{10}\.cloaked|127\.0\.0\.1|localhost/g, "HOST")
    .replaceAll(/\b1\d{9}\b/g, "TIME")
    .replaceAll(/\w+,? \w+ \w+ [\w: ]+( GMT)?$/g, (text) =>
      Number.isNaN(Date.parse(text)) ? text : "TIME",
    );
}

function splitAt(text: string, separator: string): readonly [string, string] {
  const index = text.indexOf(separator);
  return [text.slice(0, index), text.slice(index + separator.length)];
}

function isPresent(
  entry: readonly [string, LineClient | undefined],
): entry is [string, LineClient] {
  return entry[1] !== undefined;
}
