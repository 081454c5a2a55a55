import { createEvents, type Events } from "@neonrelay/process/events";
import type { Logger } from "@neonrelay/process/log";
import { openStream, type StreamOrder } from "../fetch/open-stream.ts";
import type { ForeignTitle } from "../fetch/icy-reader.ts";
import type { EngineFeeds } from "../engine-host/engine-feeds.ts";
import { streamAtHead } from "../playout/playout-rules.ts";
import type { TrackPlay } from "../playout/plays.ts";
import type {
  PlayoutStreams,
  StreamEnding,
  StreamsEvent,
  StreamSight,
} from "../playout/streams-port.ts";
import type { QueueEntry } from "../protocol/index.ts";
import { decideStep, neededInMs, pauseMs } from "./external-rules.ts";
import { StreamSession } from "./stream-session.ts";

/** The next stream. */
interface Coming {
  readonly entry: QueueEntry;
  session: StreamSession | null;
  /** The play it is cued as; null: it is not cued. */
  playId: string | null;
  failures: number;
  failingSinceMs: number | null;
  retryAtMs: number;
}

/** A stream that the engine has, or had. */
interface Playing {
  readonly session: StreamSession;
  /** How we ended it; null: we did not. */
  ending: StreamEnding | null;
}

/** External streams in the queue: connects them before their turn, retries and ends them. */
export class ExternalStreams implements PlayoutStreams {
  readonly events: Events<StreamsEvent> = createEvents();
  readonly #feeds: Pick<EngineFeeds, "open">;
  readonly #rules: () => StreamOrder["rules"];
  readonly #limitMs: () => number;
  readonly #addTitle: (title: ForeignTitle) => number;
  readonly #log: Logger;
  readonly #playing = new Map<string, Playing>();
  #coming: Coming | null = null;

  /**
   * @param limitMs how long a stream may be on air
   * @param addTitle returns the feed mark at which the title starts
   */
  constructor({
    feeds,
    rules,
    limitMs,
    addTitle,
    log,
  }: {
    readonly feeds: Pick<EngineFeeds, "open">;
    readonly rules: () => StreamOrder["rules"];
    readonly limitMs: () => number;
    readonly addTitle: (title: ForeignTitle) => number;
    readonly log: Logger;
  }) {
    this.#feeds = feeds;
    this.#rules = rules;
    this.#limitMs = limitMs;
    this.#addTitle = addTitle;
    this.#log = log;
  }

  /** Call often: with every block of the programme, and whenever something changes. */
  follow({ queue, current, heardMs, isWaitedFor, playIds }: StreamSight): void {
    this.#leaveOthers(new Set(playIds));
    const limitMs = this.#limitMs();
    if (current !== null && heardMs >= limitMs)
      this.#endPlay(current.playId, { reason: "finished", detail: null });
    const head = streamAtHead(queue);
    if (this.#coming !== null && !isSameStream(this.#coming.entry, head)) {
      if (this.#coming.playId === null) this.#coming.session?.close();
      this.#coming = null;
    }
    if (head === null) return;
    this.#coming ??= {
      entry: head,
      session: null,
      playId: null,
      failures: 0,
      failingSinceMs: null,
      retryAtMs: 0,
    };
    const inMs = isWaitedFor ? 0 : neededInMs({ current, heardMs, limitMs });
    this.#step(this.#coming, inMs);
  }

  /** Whether it may be cued; files always may. */
  mayBeCued({ kind, entryId }: Pick<QueueEntry, "kind" | "entryId">): boolean {
    return kind === "file" || this.#readyOf(entryId) !== null;
  }

  /** FFmpeg's name of the format of a cueable stream; null: detect it, or it is a file. */
  formatOf(entryId: string): string | null {
    const state = this.#readyOf(entryId)?.session?.state;
    return state?.kind === "ready" ? state.format : null;
  }

  /** The engine is preparing it: from now on a stream's bytes go there, under the play's id. */
  cued({ playId, entryId }: TrackPlay): void {
    const coming = entryId === null ? null : this.#readyOf(entryId);
    if (coming?.session == null || coming.playId !== null) return;
    coming.playId = playId;
    this.#playing.set(playId, { session: coming.session, ending: null });
    coming.session.attach({
      openFeed: (find) => this.#feeds.open(playId, find),
      addTitle: this.#addTitle,
    });
  }

  /** That play has been silent for long. */
  silent(playId: string): void {
    this.#endPlay(playId, { reason: "failed", detail: "the stream was silent for 20 s" });
  }

  /** The real reason it ended: the engine knows only that no more sound came, or that it was told to go on. */
  endOf(playId: string, end: StreamEnding): StreamEnding {
    const playing = this.#playing.get(playId);
    if (playing === undefined) return end;
    if (playing.ending !== null && end.reason === "skipped") return playing.ending;
    const { state } = playing.session;
    if (end.reason !== "finished" || state.kind !== "ended" || state.reason === null) return end;
    return { reason: "failed", detail: state.reason };
  }

  close(): void {
    this.#leaveOthers(new Set());
    this.#coming?.session?.close();
    this.#coming = null;
  }

  #leaveOthers(playIds: ReadonlySet<string>): void {
    for (const [playId, { session }] of this.#playing) {
      if (playIds.has(playId)) continue;
      session.close();
      this.#playing.delete(playId);
      if (this.#coming?.playId === playId) this.#coming = null;
    }
  }

  #endPlay(playId: string, ending: StreamEnding): void {
    const playing = this.#playing.get(playId);
    if (playing === undefined || playing.ending !== null) return;
    playing.ending = ending;
    this.events.publish({ kind: "over", playId });
  }

  #readyOf(entryId: string): Coming | null {
    const coming = this.#coming;
    if (coming?.entry.entryId !== entryId) return null;
    // A cued stream stays cued, even when all of it has arrived.
    return coming.session?.state.kind === "ready" || coming.playId !== null ? coming : null;
  }

  #step(coming: Coming, inMs: number): void {
    const { session, failingSinceMs, retryAtMs } = coming;
    const state = session?.state.kind ?? "none";
    if (state === "ended") return;
    const nowMs = performance.now();
    const step = decideStep({ state, neededInMs: inMs, failingSinceMs, retryAtMs, nowMs });
    switch (step) {
      case "wait":
        return;
      case "connect":
        return this.#connect(coming);
      case "leave":
        session?.close();
        if (coming.playId !== null) this.#playing.delete(coming.playId);
        this.#coming = null;
        return this.events.publish({ kind: "changed" });
      case "give-up":
        this.#coming = null;
        return this.events.publish({
          kind: "given-up",
          entry: coming.entry,
          detail: "The stream could not be reached",
        });
      default:
        return step satisfies never;
    }
  }

  #connect(coming: Coming): void {
    const { path: url, artist } = coming.entry;
    const session: StreamSession = new StreamSession({
      open: (signal) => openStream({ url, rules: this.#rules(), signal }),
      artist,
      log: this.#log,
      onChanged: () => this.#changed(coming, session),
    });
    coming.session = session;
  }

  #changed(coming: Coming, session: StreamSession): void {
    const { state } = session;
    if (this.#coming !== coming || coming.session !== session) return;
    if (state.kind === "ready") {
      coming.failures = 0;
      coming.failingSinceMs = null;
    }
    if (state.kind === "ended" && coming.playId === null) {
      const nowMs = performance.now();
      coming.session = null;
      coming.failures += 1;
      coming.failingSinceMs ??= nowMs;
      coming.retryAtMs = nowMs + pauseMs(coming.failures);
      const { title } = coming.entry;
      this.#log.warn({ title, reason: state.reason }, "an external stream is unavailable");
    }
    this.events.publish({ kind: "changed" });
  }
}

function isSameStream(one: QueueEntry, other: QueueEntry | null): boolean {
  return one.entryId === other?.entryId && one.path === other.path;
}
