import type { SocketMessage } from "@neonrelay/contract";
import type { LiveSessionStatus, OnAirStatus } from "@neonrelay/on-air/protocol";
import type { Logger } from "@neonrelay/process/log";
import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { type Caller, isOperator } from "../identity/rights-rules.ts";
import type { Sessions } from "../accounts/sessions.ts";
import type { OnAirLink } from "../on-air-link/on-air-link.ts";
import type { StationEvent } from "../events/station-events.ts";
import { joinBatch, textFrame } from "./browser-socket.ts";
import { lookUpCaller, type SocketMember } from "./socket-member.ts";
import {
  type DjNews,
  djNotification,
  dropNotification,
  ircNotification,
  isDjNews,
  isListenerNews,
  linkNotification,
  listenerNotification,
  newsOf,
  securityNotification,
  type Stamp,
  streamNotification,
} from "./socket-news-rules.ts";
import type { SocketRounds } from "./socket-rounds.ts";
import { type ChatReadParts, listChat } from "../chat/chat-actions.ts";

type NewsLink = Pick<OnAirLink, "isUp" | "listeners"> & {
  readonly status: Pick<OnAirStatus, "probes" | "live"> | null;
};

interface SocketNewsOptions {
  readonly sessions: Sessions;
  readonly link: NewsLink;
  readonly members: ReadonlySet<SocketMember>;
  readonly rounds: SocketRounds;
  readonly chatList: ChatList;
  /** Any clock that only goes forward. */
  readonly nowMs: () => number;
  readonly log: Logger;
}

const RETRY_MS = 1000;

/** Tells browsers what happened beyond the state: chat, requests and notifications. */
export class SocketNews {
  readonly #options: SocketNewsOptions;
  /** What is being told and has to be loaded or looked up first. */
  readonly #pending = new Set<Promise<void>>();
  /** Each operator gets events in the order they happened, however long looking up their rights takes. */
  readonly #told = new WeakMap<SocketMember, Promise<unknown>>();
  readonly #closing = new AbortController();
  /** The chat could not be read, and will be tried again. */
  #isTryingChat = false;
  #wasUp: boolean;
  /** What our own listener complains of, as last told; null: of nothing. */
  #problem: string | null;
  /** Sessions of DJs that have been seen to wait. */
  #waiting: ReadonlySet<string>;
  #listeners: number | null;
  #listenersToldAtMs: number | null = null;

  constructor(options: SocketNewsOptions) {
    this.#options = options;
    this.#wasUp = options.link.isUp;
    this.#problem = problemOf(options.link);
    this.#waiting = new Set(options.link.status?.live.filter(isWaiting).map(idOf));
    this.#listeners = options.link.listeners;
  }

  handle(event: StationEvent): void {
    const { chatList } = this.#options;
    if (changesChat(event)) chatList.recordChange();
    for (const message of newsOf(event, stamp())) this.#send(textFrame(JSON.stringify(message)));
    if (event.type === "chat.changed") this.#own(this.#sendChatNews());
    if (event.type === "on-air.changed") {
      this.#recordLink();
      this.#recordProbes();
      this.#recordWaiting();
      this.#recordListeners();
    }
    if (isDjNews(event)) this.#sendDjNews(event);
    if (event.type === "track.dropped")
      this.#notifyOperators({ type: "notification", data: dropNotification(event, stamp()) });
    if (event.type === "irc.trouble")
      this.#notifyOperators({ type: "notification", data: ircNotification(event.reason, stamp()) });
    if (event.type === "security.noted")
      this.#notifyOperators({
        type: "notification",
        data: securityNotification(event.description, stamp()),
      });
  }

  /** Resolves when all news has been sent. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all(this.#pending);
  }

  /** [U4] What was removed must go from every page: while the list can't be read it is tried each second. */
  async #sendChatNews(): Promise<void> {
    const { chatList, log } = this.#options;
    // The try to come reads what has changed since, too.
    if (this.#isTryingChat) return;
    for (let tries = 1; ; tries += 1) {
      this.#isTryingChat = false;
      try {
        return this.#send(await chatList.settledFrame());
      } catch (error) {
        if (tries === 1) log.error({ error }, "can't read the chat for sockets; trying again");
      }
      this.#isTryingChat = true;
      await delay(RETRY_MS, undefined, { signal: this.#closing.signal }).catch(() => {}); // closing
      if (this.#closing.signal.aborted) return;
    }
  }

  #recordLink(): void {
    const { isUp } = this.#options.link;
    if (isUp === this.#wasUp) return;
    this.#wasUp = isUp;
    this.#notifyOperators({ type: "notification", data: linkNotification(isUp, stamp()) });
  }

  #recordProbes(): void {
    const { link } = this.#options;
    // What is not known is no news.
    if (link.status === null) return;
    const problem = problemOf(link);
    if (problem === this.#problem) return;
    this.#problem = problem;
    this.#notifyOperators({ type: "notification", data: streamNotification(problem, stamp()) });
  }

  #recordWaiting(): void {
    const { status } = this.#options.link;
    if (status === null) return;
    const before = this.#waiting;
    const isNew = (session: LiveSessionStatus): boolean =>
      isWaiting(session) && !before.has(session.sessionId);
    for (const { djName } of status.live.filter(isNew))
      this.#sendDjNews({ type: "live.waiting", djName });
    // Between two DJs the queue is briefly empty: notify once per connection.
    const known = status.live.filter((session) => isWaiting(session) || before.has(idOf(session)));
    this.#waiting = new Set(known.map(idOf));
  }

  #sendDjNews(news: DjNews): void {
    this.#notifyOperators({ type: "notification", data: djNotification(news, stamp()) });
  }

  #recordListeners(): void {
    const { link, nowMs } = this.#options;
    const { listeners } = link;
    if (listeners === null) return;
    const before = this.#listeners;
    this.#listeners = listeners;
    const situation = { before, now: listeners, lastToldAtMs: this.#listenersToldAtMs };
    if (!isListenerNews({ ...situation, nowMs: nowMs() })) return;
    this.#listenersToldAtMs = nowMs();
    const data = listenerNotification(listeners, stamp());
    this.#send(textFrame(JSON.stringify({ type: "notification", data } satisfies SocketMessage)));
  }

  #send(frame: Buffer): void {
    this.#options.rounds.send({
      state: null,
      sequence: 0,
      isByHostname: false,
      frameFor: () => frame,
    });
  }

  /** Only to sessions that are an operator's at this moment, whatever they were before. */
  #notifyOperators(message: SocketMessage): void {
    const { members, sessions } = this.#options;
    const operators = [...members].filter(({ caller }) => caller !== null && isOperator(caller));
    if (operators.length === 0) return;
    const batch = joinBatch([{ state: null, frame: textFrame(JSON.stringify(message)) }]);
    const tell = async (member: SocketMember, before: Promise<unknown>): Promise<void> => {
      // Alarms are needed most while the database does not answer.
      const caller: Caller | null = await lookUpCaller(sessions, { member, toSteer: true });
      await before;
      if (caller !== null && isOperator(caller)) member.socket.send(batch);
    };
    for (const member of operators) {
      const telling = tell(member, this.#told.get(member) ?? Promise.resolve());
      this.#told.set(
        member,
        telling.catch(() => {}),
      ); // it is logged
      this.#own(telling);
    }
  }

  #own(telling: Promise<unknown>): void {
    const owned = telling
      .then(() => {})
      .catch((error: unknown) =>
        this.#options.log.error({ error }, "could not send an event to sockets"),
      )
      .finally(() => this.#pending.delete(owned));
    this.#pending.add(owned);
  }
}

function problemOf({ status }: NewsLink): string | null {
  return status?.probes.find(({ problem }) => problem !== null)?.problem ?? null;
}

function isWaiting({ state }: LiveSessionStatus): boolean {
  return state === "waiting";
}

function idOf({ sessionId }: LiveSessionStatus): string {
  return sessionId;
}

function changesChat({ type }: StationEvent): boolean {
  return (
    type === "chat.said" ||
    type === "chat.delivered" ||
    type === "chat.cleared" ||
    type === "chat.changed"
  );
}

function stamp(): Stamp {
  return { id: randomUUID(), timestamp: new Date().toISOString() };
}

/** The chat list as a message, loaded and framed once for all who need it. */
interface ChatList {
  /** The newest, or one to which the events since can be added: they are sent to those who wait for it. */
  frame(): Promise<Buffer>;
  /** The newest, with nothing said or removed since: it may replace what browsers have. */
  settledFrame(): Promise<Buffer>;
  /** Something was said or removed. */
  recordChange(): void;
}

/** What is removed for its age may be listed this much longer. */
const FRESH_MS = 500;
/** Loads before a list is sent that lacks what was said during the last load. */
const MAX_LOADS = 10;

export function createChatList(parts: ChatReadParts): ChatList {
  let version = 0;
  let fresh: { readonly atMs: number; readonly frame: Promise<Buffer> } | null = null;
  const load = async (): Promise<Buffer> => {
    const data = await listChat(parts);
    return textFrame(JSON.stringify({ type: "chat_message", data }));
  };
  const frame = async (): Promise<Buffer> => {
    if (fresh !== null && performance.now() - fresh.atMs < FRESH_MS) return await fresh.frame;
    const loading = { atMs: performance.now(), frame: load() };
    fresh = loading;
    try {
      return await loading.frame;
    } catch (error) {
      if (fresh === loading) fresh = null;
      throw error;
    }
  };
  return {
    frame,
    settledFrame: async () => {
      for (let loads = 1; ; loads += 1) {
        const before = version;
        const loaded = await frame();
        if (version === before || loads >= MAX_LOADS) return loaded;
      }
    },
    recordChange: () => {
      version += 1;
      fresh = null;
    },
  };
}
