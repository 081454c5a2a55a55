import { isOnAirLine, titleByArtist } from "@neonrelay/contract";
import type { ChatMessage, SocketMessage, Notification } from "@neonrelay/contract";
import type { StationEvent } from "../events/station-events.ts";

/** What the caller chooses: a unique id, and the time. */
export interface Stamp {
  readonly id: string;
  readonly timestamp: string;
}

/** Characters of a chat message that a notification shows. */
const PREVIEW_CHARACTERS = 50;
/** Between two notifications of new listeners. */
const NEW_LISTENER_INTERVAL_MS = 30_000;

/** Messages about an event, beyond the states it changes. */
export function newsOf(event: StationEvent, stamp: Stamp): readonly SocketMessage[] {
  if (event.type === "chat.said") {
    const said = { type: "chat_message", data: event.message } as const;
    if (isOnAirLine(event.message)) return [said];
    return [said, { type: "notification", data: chatNotification(event.message, stamp) }];
  }
  if (event.type === "chat.delivered") {
    const { id, notDelivered, isWaiting } = event;
    return [{ type: "chat_delivery", data: { id, notDelivered, isWaiting } }];
  }
  if (event.type === "chat.status") return [{ type: "chat_status", data: event.line }];
  if (event.type === "plan.changed" || event.type === "playlists.changed")
    return [{ type: "programme_changed", data: {} }];
  if (event.type === "schedule.changed" || event.type === "show.changed")
    return [{ type: "schedule_changed", data: {} }];
  if (event.type === "chat.cleared") return [{ type: "chat_cleared", data: {} }];
  if (event.type === "track.requested")
    return [
      { type: "track_request", data: toTrackRequest(event) },
      { type: "notification", data: requestNotification(event, stamp) },
    ];
  return [];
}

type RequestEvent = Extract<StationEvent, { type: "track.requested" }>;

function toTrackRequest({ requestedBy, title, artist, query }: RequestEvent) {
  return { username: requestedBy, track: title, artist, query };
}

function requestNotification(
  { requestedBy, title, artist }: RequestEvent,
  stamp: Stamp,
): Notification {
  return {
    ...stamp,
    type: "song_request",
    title: "New Song Request",
    message: `${requestedBy} requested ${titleByArtist({ title: `"${title}"`, artist })}`,
    read: false,
    priority: "high",
  };
}

function chatNotification({ username, message, origin }: ChatMessage, stamp: Stamp): Notification {
  return {
    ...stamp,
    type: "chat_message",
    title: `New message from ${username}${origin === "irc" ? " on IRC" : ""}`,
    message: previewOf(message),
    read: false,
    priority: message.startsWith(".request") ? "high" : "low",
  };
}

/** The whole words among the first characters; a single word that is longer ends inside. */
function previewOf(message: string): string {
  const characters = Array.from(message);
  if (characters.length <= PREVIEW_CHARACTERS) return message;
  const first = characters.slice(0, PREVIEW_CHARACTERS + 1).join("");
  const lastSpace = first.lastIndexOf(" ");
  const shown =
    lastSpace > 0 ? first.slice(0, lastSpace) : characters.slice(0, PREVIEW_CHARACTERS).join("");
  return `${shown.trimEnd()}…`;
}

export function listenerNotification(listeners: number, stamp: Stamp): Notification {
  return {
    ...stamp,
    type: "new_listener",
    title: "New Listener",
    message: listeners === 1 ? "1 listener is tuned in" : `${listeners} listeners are tuned in`,
    read: false,
    priority: "low",
  };
}

/** For operators only. */
export function linkNotification(isUp: boolean, stamp: Stamp): Notification {
  return {
    ...stamp,
    type: "system",
    title: isUp ? "Playout Back" : "Playout Lost",
    message: isUp
      ? "The panel is connected to the playout again"
      : "The panel can't reach the playout; the stream continues without it",
    read: false,
    priority: isUp ? "medium" : "high",
  };
}

export type DjNews =
  | Extract<StationEvent, { type: "live.began" | "live.left" | "live.absent" | "live.refused" }>
  | { readonly type: "live.waiting"; readonly djName: string };

export function isDjNews(event: StationEvent): event is Extract<StationEvent, DjNews> {
  return (
    event.type === "live.began" ||
    event.type === "live.left" ||
    event.type === "live.absent" ||
    event.type === "live.refused"
  );
}

/** For operators only. */
export function djNotification(news: DjNews, stamp: Stamp): Notification {
  return { ...stamp, type: "system", ...djWords(news), read: false, priority: "medium" };
}

function djWords(news: DjNews): Pick<Notification, "title" | "message"> {
  switch (news.type) {
    case "live.began":
      return { title: "DJ On Air", message: `${news.djName} is live` };
    case "live.left": {
      const reason = news.reason === null ? "" : ` (${news.reason})`;
      return { title: "DJ Off Air", message: `${news.djName} has left${reason}` };
    }
    case "live.absent":
      return {
        title: "Host Absent",
        message: `No host of "${news.showName}" is on air; other music plays until ${news.ends}`,
      };
    case "live.waiting":
      return {
        title: "DJ Waiting",
        message: `${news.djName} goes on air when no one else is live`,
      };
    case "live.refused":
      return { title: "DJ Refused", message: `'${news.username}': ${news.reason}` };
    default:
      return news satisfies never;
  }
}

/** For operators only. @param problem what our own listener complains of; null: of nothing any more */
export function streamNotification(problem: string | null, stamp: Stamp): Notification {
  return {
    ...stamp,
    type: "system",
    title: problem === null ? "Stream Heard Again" : "Stream Trouble",
    message: problem ?? "Listeners hear the stream correctly again",
    read: false,
    priority: problem === null ? "medium" : "high",
  };
}

/** For operators only. */
export function ircNotification(reason: string, stamp: Stamp): Notification {
  return {
    ...stamp,
    type: "system",
    title: "IRC Trouble",
    message: reason,
    read: false,
    priority: "high",
  };
}

/** For operators only. */
export function dropNotification(
  { kind, title, artist, detail }: Extract<StationEvent, { type: "track.dropped" }>,
  stamp: Stamp,
): Notification {
  return {
    ...stamp,
    type: "system",
    title: kind === "stream" ? "Stream Dropped" : "Track Dropped",
    message: `${titleByArtist({ title: `"${title}"`, artist })}: ${detail}`,
    read: false,
    priority: "high",
  };
}

/** For operators only. */
export function securityNotification(description: string, stamp: Stamp): Notification {
  return {
    ...stamp,
    type: "admin",
    title: "Security Alert",
    message: description,
    read: false,
    priority: "high",
  };
}

/** Whether a number of listeners is worth a notification: it rose, and the last one is half a minute ago. */
export function isListenerNews({
  before,
  now,
  lastToldAtMs,
  nowMs,
}: {
  /** null: not known. */
  readonly before: number | null;
  readonly now: number | null;
  readonly lastToldAtMs: number | null;
  readonly nowMs: number;
}): boolean {
  if (before === null || now === null || now <= before) return false;
  return lastToldAtMs === null || nowMs - lastToldAtMs >= NEW_LISTENER_INTERVAL_MS;
}
