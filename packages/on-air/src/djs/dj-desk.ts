import { randomUUID } from "node:crypto";
import type { Readable } from "node:stream";
import type { EventSource } from "@neonrelay/process/events";
import type { Logger } from "@neonrelay/process/log";
import type { EngineFeeds } from "../engine-host/engine-feeds.ts";
import type { Journal } from "../state/journal.ts";
import type { PlayLedger } from "../playout/play-ledger.ts";
import type { TakeDesk } from "../playout/dj-plays.ts";
import type { PlayoutEvent } from "../playout/playout-events.ts";
import { CAPTURE_USER_ID, type DjKey, type LiveSessionStatus } from "../protocol/index.ts";
import { titleOfTrack } from "../stream/icy.ts";
import { cleanText } from "../text/clean-text.ts";
import type { DjKeys } from "./dj-keys.ts";
import { DjSession, type SourceInfo } from "./dj-session.ts";
import { networkOf } from "@neonrelay/process/network-of";

/** A DJ who sends nothing for this long has gone. */
const DEAD_AFTER_MS = 20_000;
/** A connection that has given nothing for this long makes way for another of the same account. */
const STALE_AFTER_MS = 3000;
const BAN_MS = 5 * 60_000;
const MOST_BANS = 1000;
/** On air and waiting. */
const MOST_SESSIONS = 8;
/** Tries in a row of which nothing came on air. */
const MOST_FAILURES = 3;
/** Clients that guess keys must not fill the journal. */
const REFUSAL_WINDOW_MS = 10 * 60_000;
const MOST_REFUSALS_TOLD = 20;
const LOOK_EVERY_MS = 200;
/** The fade-out of a DJ whose sound is no longer wanted, in ms. */
const CUT_FADE_MS = 500;

interface DeskParts {
  readonly keys: DjKeys;
  readonly air: Pick<TakeDesk, "take" | "end" | "isHeld">;
  /** What becomes of the DJs' plays. */
  readonly playout: EventSource<PlayoutEvent>;
  readonly ledger: Pick<PlayLedger, "addFeedTitle">;
  readonly feeds: Pick<EngineFeeds, "open">;
  readonly journal: Pick<Journal, "append">;
  readonly onChanged: () => void;
  readonly log: Logger;
}

/** Who broadcasts: all DJs that are connected, and which of them is on air. One is; the others wait in their order. */
export class DjDesk {
  readonly #parts: DeskParts;
  readonly #sessions = new Map<string, DjSession>();
  /** Every play that the engine may still have, by its id. */
  readonly #plays = new Map<string, DjSession>();
  /** The DJ who is on air, or goes on air next. */
  #current: { readonly playId: string; readonly session: DjSession; isHeard: boolean } | null =
    null;
  /** Until when an account or a network is refused, in ms of `performance.now()`. */
  readonly #bans = new Map<string, number>();
  #refusals = { sinceMs: -Infinity, count: 0 };
  readonly #timer: NodeJS.Timeout;

  constructor(parts: DeskParts) {
    this.#parts = parts;
    this.#timer = setInterval(() => this.#look(), LOOK_EVERY_MS);
    parts.playout.subscribe((event) => this.#takePlayoutEvent(event));
  }

  /** All that are connected or still heard, in the order they came. */
  get status(): LiveSessionStatus[] {
    return [...this.#sessions.values()].map((session) => ({
      sessionId: session.id,
      userId: session.info.key.userId,
      djName: session.info.key.djName,
      state: this.#stateOf(session),
      connectedAtMs: session.connectedAtMs,
      begunAtMs: session.begunAtMs,
      address: session.info.address,
      userAgent: session.info.userAgent,
      contentType: session.info.contentType,
      title: session.title === null ? null : titleOfTrack(session.title),
    }));
  }

  setKeys(keys: readonly DjKey[]): void {
    this.#parts.keys.set(keys);
    for (const session of this.#sessions.values())
      if (!this.#mayStay(session)) this.#cut(session, "the key was revoked");
  }

  /** Why a source may not connect; null: it may. */
  whyRefused({ key, address }: Pick<SourceInfo, "key" | "address">): string | null {
    const nowMs = performance.now();
    const isBanned = [key.userId, networkOf(address)].some(
      (name) => (this.#bans.get(name) ?? 0) > nowMs,
    );
    if (isBanned) return "You were disconnected by the station. Try again in a few minutes.";
    for (const session of this.#connected)
      if (session.info.key.userId === key.userId && session.pauseMs > STALE_AFTER_MS)
        this.#cut(session, "the same account has connected again");
    return this.#sessions.size < MOST_SESSIONS ? null : "Too many DJs are connected.";
  }

  /** Takes a source on that has been let in; give it its bytes. */
  connect({ info, source }: { readonly info: SourceInfo; readonly source: Readable }): DjSession {
    const session: DjSession = new DjSession({
      info,
      source,
      openFeed: (feedId, findRestart) => this.#parts.feeds.open(feedId, findRestart),
      addFeedTitle: (title) => this.#parts.ledger.addFeedTitle(title),
      onClosed: () => this.#closed(session),
    });
    this.#sessions.set(session.id, session);
    this.#parts.log.info({ dj: info.key.djName, sessionId: session.id }, "a DJ has connected");
    this.#parts.onChanged();
    return session;
  }

  /** The newest connection of that account. */
  sessionOf(userId: string): DjSession | undefined {
    return this.#connected.findLast(({ info }) => info.key.userId === userId);
  }

  /** Reports refused sources to the server. */
  noteRefusal(refusal: {
    readonly address: string;
    readonly username: string;
    readonly reason: string;
  }): void {
    const nowMs = performance.now();
    if (nowMs - this.#refusals.sinceMs > REFUSAL_WINDOW_MS)
      this.#refusals = { sinceMs: nowMs, count: 0 };
    this.#refusals.count += 1;
    if (this.#refusals.count > MOST_REFUSALS_TOLD) return;
    const username = cleanText(refusal.username);
    this.#parts.journal.append({ type: "live.refused", ...refusal, username, atMs: Date.now() });
  }

  /** Cuts a DJ off and refuses their account and address for a while. @returns false when they are not connected */
  kick(sessionId: string): boolean {
    const session = this.#sessions.get(sessionId);
    if (session === undefined) return false;
    const { key, address } = session.info;
    if (this.#bans.size >= MOST_BANS) this.#bans.clear();
    const untilMs = performance.now() + BAN_MS;
    for (const name of [key.userId, networkOf(address)]) this.#bans.set(name, untilMs);
    this.#cut(session, "disconnected by the station");
    return true;
  }

  /** Disconnects the DJ who is on air. @returns false when there is none */
  kickOnAir(): boolean {
    return this.#current === null ? false : this.kick(this.#current.session.id);
  }

  #takePlayoutEvent(event: PlayoutEvent): void {
    switch (event.kind) {
      case "dj.started":
        return this.#started(event.playId);
      case "dj.ended":
        return this.#ended(event.playId);
      case "dj.failed":
        return this.#failed(event.playId, event.detail);
      case "dj.crashed":
        return this.#crashed(event.playId);
      case "dj.silent":
        return this.#silent(event.playId);
      case "dj.postponed":
        return this.#release(event.playId);
      case "changed":
      case "settings.set":
        return undefined;
      default:
        return event satisfies never;
    }
  }

  #started(playId: string): void {
    const session = this.#plays.get(playId);
    if (session === undefined || this.#current?.playId !== playId) return;
    this.#current.isHeard = true;
    session.isSilent = false;
    session.failures = 0;
    if (session.begunAtMs !== null) return;
    session.begunAtMs = Date.now();
    const { djName } = session.info.key;
    this.#parts.log.info({ dj: djName }, "a DJ is on air");
    this.#parts.journal.append({
      type: "live.began",
      sessionId: session.id,
      djName,
      atMs: session.begunAtMs,
    });
  }

  #ended(playId: string): void {
    this.#release(playId);
    this.#look();
  }

  #failed(playId: string, detail: string): void {
    const session = this.#plays.get(playId);
    this.#release(playId);
    if (session === undefined) return;
    session.failures += 1;
    this.#parts.log.warn({ dj: session.info.key.djName, detail }, "a DJ's audio can't be decoded");
    if (session.failures >= MOST_FAILURES) session.end(detail);
  }

  #crashed(playId: string): void {
    this.#plays.get(playId)?.end("its audio crashed the engine twice");
  }

  #silent(playId: string): void {
    const session = this.#plays.get(playId);
    if (session === undefined) return;
    session.isSilent = true;
    this.#parts.log.warn({ dj: session.info.key.djName }, "a DJ on air is silent");
    this.#parts.air.end({ playId, fadeMs: CUT_FADE_MS });
    this.#parts.onChanged();
  }

  close(): void {
    clearInterval(this.#timer);
    for (const session of this.#sessions.values()) {
      const isGone = !session.isConnected;
      session.end("the station was stopped");
      if (isGone) this.#leave(session);
    }
  }

  get #connected(): readonly DjSession[] {
    return [...this.#sessions.values()].filter(({ isConnected }) => isConnected);
  }

  #mayStay({ info: { key } }: DjSession): boolean {
    return key.userId === CAPTURE_USER_ID || this.#parts.keys.isValid(key);
  }

  #stateOf(session: DjSession): LiveSessionStatus["state"] {
    if (!session.isConnected) return "finishing";
    if (session.isSilent) return "silent";
    if (this.#current === null) return "starting";
    if (this.#current.session !== session) return "waiting";
    return this.#current.isHeard ? "on-air" : "starting";
  }

  #look(): void {
    for (const session of this.#connected)
      if (session.pauseMs > DEAD_AFTER_MS) session.end("no data for 20 s");
    const next = this.#nextSession();
    if (next !== undefined) this.#begin(next);
  }

  /** Who goes on air now: the first to connect of those that send sound, then of those that do not. */
  #nextSession(): DjSession | undefined {
    if (this.#parts.air.isHeld) return undefined;
    const ready = [...this.#sessions.values()].filter(({ isReady }) => isReady);
    const audible = ready.find(({ isSilent }) => !isSilent);
    if (this.#current === null) return audible ?? ready[0];
    // A DJ who has left or is silent keeps no other DJ waiting.
    const { session, isHeard } = this.#current;
    const isInTheWay = session.isConnected && (isHeard || !session.isSilent);
    return isInTheWay ? undefined : audible;
  }

  #begin(session: DjSession): void {
    const former = this.#current;
    if (former !== null && !former.isHeard) this.#release(former.playId);
    const playId = randomUUID();
    this.#current = { playId, session, isHeard: false };
    this.#plays.set(playId, session);
    this.#parts.air.take(session.beginPlay(playId));
    session.openFeed(playId);
    this.#parts.onChanged();
  }

  /** The engine has done with that play. */
  #release(playId: string): void {
    const session = this.#plays.get(playId);
    this.#plays.delete(playId);
    if (this.#current?.playId === playId) this.#current = null;
    // It may be on its way back on air with another play.
    if (session !== undefined && ![...this.#plays.values()].includes(session)) {
      session.closeFeed();
      if (!session.isConnected) this.#leave(session);
    }
    this.#parts.onChanged();
  }

  #cut(session: DjSession, reason: string): void {
    session.end(reason);
    const current = this.#current;
    if (current?.session !== session) return;
    this.#parts.air.end({ playId: current.playId, fadeMs: CUT_FADE_MS });
    if (!current.isHeard) this.#release(current.playId);
  }

  #closed(session: DjSession): void {
    const { key } = session.info;
    this.#parts.log.info({ dj: key.djName, reason: session.endReason }, "a DJ has disconnected");
    const current = this.#current?.session === session ? this.#current : null;
    const isPlayedOut = current?.isHeard === true && this.#nextSession() === undefined;
    // What they sent plays to its end, or until another DJ goes on air.
    if (isPlayedOut) session.finishFeed();
    if (current?.isHeard === false) {
      this.#parts.air.end({ playId: current.playId, fadeMs: 0 });
      this.#release(current.playId);
    }
    if (!isPlayedOut || session.endReason !== null) this.#leave(session);
    this.#parts.onChanged();
    this.#look();
  }

  /** No longer connected or on air. */
  #leave(session: DjSession): void {
    if (!this.#sessions.delete(session.id) || session.begunAtMs === null) return;
    this.#parts.journal.append({
      type: "live.left",
      sessionId: session.id,
      djName: session.info.key.djName,
      atMs: Date.now(),
      reason: session.endReason,
    });
  }
}
