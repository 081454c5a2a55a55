import { isOnAirLine } from "@neonrelay/contract/callers";
import type { ChatMessage, ChatStatus, SocketData } from "@neonrelay/contract/callers";

/** A bot reply for this browser only. */
export interface ChatReply extends SocketData<"chat_reply"> {
  readonly id: string;
}

/** A channel event. */
export type SideLine =
  | { readonly kind: "status"; readonly id: string; readonly line: ChatStatus }
  /** An on-air announcement of the bot. */
  | { readonly kind: "on-air"; readonly id: string; readonly message: ChatMessage };

export type TimelineItem =
  | { readonly kind: "message"; readonly id: string; readonly message: ChatMessage }
  | { readonly kind: "reply"; readonly id: string; readonly reply: ChatReply }
  /** The events between two messages; at least one. */
  | { readonly kind: "aside"; readonly id: string; readonly lines: readonly SideLine[] };

/** Sorted by time; at the same moment messages come first, then answers, then events. */
export function timeline({
  messages,
  replies,
  statusLines,
}: {
  readonly messages: readonly ChatMessage[];
  readonly replies: readonly ChatReply[];
  readonly statusLines: readonly ChatStatus[];
}): readonly TimelineItem[] {
  const said: readonly { readonly atMs: number; readonly item: TimelineItem }[] = [
    ...messages.map((message) => ({
      atMs: Date.parse(message.timestamp),
      item: itemOfMessage(message),
    })),
    ...replies.map((reply) => ({
      atMs: Date.parse(reply.timestamp),
      item: itemOfReply(reply),
    })),
    ...statusLines.map((line) => ({
      atMs: Date.parse(line.timestamp),
      item: {
        kind: "aside",
        id: line.id,
        lines: [{ kind: "status", id: line.id, line }],
      } as const,
    })),
  ];
  const items: TimelineItem[] = [];
  for (const { item } of said.toSorted((a, b) => a.atMs - b.atMs)) {
    const last = items.at(-1);
    if (item.kind === "aside" && last?.kind === "aside")
      items[items.length - 1] = { ...last, lines: [...last.lines, ...item.lines] };
    else items.push(item);
  }
  return items;
}

/** The same item for the same message, so that a row renders again only if its message changes. */
const itemOfMessage = remembered((message: ChatMessage): TimelineItem => {
  const { id } = message;
  return isOnAirLine(message)
    ? { kind: "aside", id, lines: [{ kind: "on-air", id, message }] }
    : { kind: "message", id, message };
});
const itemOfReply = remembered((reply: ChatReply): TimelineItem => ({
  kind: "reply",
  id: reply.id,
  reply,
}));

function remembered<Of extends object>(make: (of: Of) => TimelineItem): (of: Of) => TimelineItem {
  const made = new WeakMap<Of, TimelineItem>();
  return (of) => {
    const before = made.get(of);
    if (before !== undefined) return before;
    const item = make(of);
    made.set(of, item);
    return item;
  };
}

/** One sentence about one event. */
export function statusSentence(line: ChatStatus): string {
  switch (line.kind) {
    case "joined":
      return `${line.nick} joined`;
    case "left":
      return `${line.nick} left${because(line.reason)}`;
    case "quit":
      return `${line.nick} quit${because(line.reason)}`;
    case "renamed":
      return `${line.nick} is now ${line.newNick}`;
    case "kicked":
      return `${line.nick} was kicked by ${line.by}${because(line.reason)}`;
    case "topic":
      return line.topic === ""
        ? `${line.by} removed the topic`
        : `${line.by} set the topic: ${line.topic}`;
    case "modes":
      return `${line.by} set ${line.modes}`;
    case "netsplit":
      return `A part of the network split off with ${people(line.count)}`;
    default:
      return line satisfies never;
  }
}

/** A summary of several events: '3 tracks · 3 joined · 1 left'. */
export function asideSummary(lines: readonly SideLine[]): string {
  const counts = new Map<string, number>();
  for (const line of lines) counts.set(wordOf(line), (counts.get(wordOf(line)) ?? 0) + 1);
  return [...counts].map(([word, count]) => `${count} ${inNumber(word, count)}`).join(" · ");
}

function wordOf(side: SideLine): string {
  return side.kind === "on-air" ? "track" : wordOfStatus(side.line);
}

function wordOfStatus({ kind }: ChatStatus): string {
  switch (kind) {
    case "joined":
      return "joined";
    case "left":
    case "quit":
      return "left";
    case "renamed":
      return "renamed";
    case "kicked":
      return "kicked";
    case "topic":
      return "topic change";
    case "modes":
      return "mode change";
    case "netsplit":
      return "netsplit";
    default:
      return kind satisfies never;
  }
}

function inNumber(word: string, count: number): string {
  return count === 1 || word.endsWith("ed") || word === "left" ? word : `${word}s`;
}

function because(reason: string): string {
  return reason === "" ? "" : ` (${reason})`;
}

function people(count: number): string {
  return count === 1 ? "1 person" : `${count} people`;
}
