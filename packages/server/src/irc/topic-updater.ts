import type { OnNow } from "@neonrelay/contract";
import type { IrcEvent } from "@neonrelay/irc/client";
import { foldName } from "../chat/chat-rules.ts";
import type { StationEvents } from "../events/station-events.ts";
import type { Schedule } from "../schedule/schedule.ts";
import type { Settings } from "../settings/settings.ts";
import { toLine } from "./bot/line-rules.ts";
import { asShow, wordNext, wordNow } from "./bot/show-words.ts";

interface TopicParts {
  readonly events: StationEvents;
  readonly settings: Settings;
  readonly schedule: Pick<Schedule, "onNow">;
  /** Where the bot is now. */
  readonly place: () => { readonly channel: string; readonly nick: string; readonly isIn: boolean };
  /** @returns whether it will be sent */
  readonly setTopic: (channel: string, topic: string) => boolean;
}

/** A server sends the topic right after it lets the bot in. */
const TOPIC_COMES_MS = 2000;

/** Keeps the channel's topic in line with the schedule, while the setting is on. */
export class TopicUpdater {
  readonly #parts: TopicParts;
  readonly #unsubscribe: () => void;
  /** undefined: unknown or none. */
  #present: string | undefined;
  #setAtMs: number | null = null;
  /** The topic that the bot set last: networks may echo a changed one. */
  #asked: string | null = null;
  #timer: NodeJS.Timeout | null = null;

  constructor(parts: TopicParts) {
    this.#parts = parts;
    this.#unsubscribe = parts.events.subscribe(({ type }) => {
      if (type === "show.changed" || type === "settings.changed" || type === "schedule.changed")
        this.#update();
    });
  }

  /** Receives every event of IRC. */
  handle(event: IrcEvent): void {
    const { channel, nick } = this.#parts.place();
    if (event.type === "topic" && foldName(event.channel) === foldName(channel)) {
      const isOwn = event.by !== undefined && foldName(event.by.name) === foldName(nick);
      this.#present = isOwn && this.#asked !== null ? this.#asked : event.topic;
      if (!isOwn) this.#update();
    }
    // Another channel, or a rejoin: the topic arrives with the join.
    if (event.type === "state") this.#forget();
    if (event.type === "mode") this.#update();
    if (event.type === "channel") this.#updateIn(TOPIC_COMES_MS);
  }

  close(): void {
    this.#unsubscribe();
    this.#stopWaiting();
  }

  #forget(): void {
    this.#present = undefined;
    this.#asked = null;
    this.#setAtMs = null;
  }

  #update(): void {
    const { settings, schedule, place, setTopic } = this.#parts;
    const { channel, isIn } = place();
    if (!settings.current.doesTopicFollowShow || !isIn) return;
    const nowMs = Date.now();
    const wanted = topicOf(schedule.onNow(nowMs), settings.current, nowMs);
    this.#stopWaiting();
    const decision = decideTopic({ wanted, present: this.#present, setAtMs: this.#setAtMs, nowMs });
    if (decision.kind === "wait") this.#updateIn(decision.waitMs);
    if (decision.kind !== "set" || !setTopic(channel, decision.topic)) return;
    this.#asked = decision.topic;
    this.#setAtMs = nowMs;
  }

  #updateIn(waitMs: number): void {
    this.#stopWaiting();
    this.#timer = setTimeout(() => this.#update(), waitMs);
  }

  #stopWaiting(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }
}

type Named = Pick<Settings["current"], "timeZone" | "stationName" | "tagline" | "website">;

/** 'On now: “Night Flight” until 22:00 UTC+1 · Neon Relay · https://radio.example' */
function topicOf(onNow: OnNow, settings: Named, nowMs: number): string {
  const { timeZone, stationName, tagline, website } = settings;
  const now = asShow(onNow.now);
  const next = wordNext(onNow, { timeZone, nowMs });
  return toLine(
    now === null
      ? joinTopic([`${stationName} - ${tagline}`, website, next])
      : joinTopic([`On now: ${wordNow(now, { timeZone })}`, stationName, website]),
  );
}

/** Topic length that networks accept; a cut topic would look like a different one. */
const MAX_TOPIC_BYTES = 290;
/** Minimum interval between topic changes, in ms: networks throttle or disconnect clients that change it more often. */
export const TOPIC_INTERVAL_MS = 60_000;

type TopicDecision =
  | { readonly kind: "nothing" }
  | { readonly kind: "wait"; readonly waitMs: number }
  | { readonly kind: "set"; readonly topic: string };

/** While the topic follows the show it belongs to the bot: a different topic is set back, at most once a minute. */
export function decideTopic({
  wanted,
  present,
  setAtMs,
  nowMs,
}: {
  readonly wanted: string;
  /** undefined: unknown or none. */
  readonly present: string | undefined;
  /** When the bot last set one; null: not since it joined. */
  readonly setAtMs: number | null;
  readonly nowMs: number;
}): TopicDecision {
  if (wanted === present) return { kind: "nothing" };
  const waitMs = setAtMs === null ? 0 : setAtMs + TOPIC_INTERVAL_MS - nowMs;
  // A clock that was set back must not make it wait longer.
  return waitMs > 0 && waitMs <= TOPIC_INTERVAL_MS
    ? { kind: "wait", waitMs }
    : { kind: "set", topic: wanted };
}

/** Joins the non-empty parts into one line that every network accepts whole. */
export function joinTopic(parts: readonly string[]): string {
  const shown = parts.filter((part) => part !== "");
  for (let count = shown.length; count > 1; count -= 1) {
    const topic = shown.slice(0, count).join(" · ");
    if (Buffer.byteLength(topic) <= MAX_TOPIC_BYTES) return topic;
  }
  return shown[0] ?? "";
}
