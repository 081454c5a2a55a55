import type { EventSource } from "@neonrelay/process/events";
import type { QueueEntry } from "../protocol/index.ts";
import type { PlayEnd } from "./play-ledger.ts";
import type { StartedPlay, TrackPlay } from "./plays.ts";

/** The state of the playout that external streams depend on. */
export interface StreamSight {
  readonly queue: readonly QueueEntry[];
  /** On air; null: nothing, or what is about to begin. */
  readonly current: StartedPlay | null;
  /** How far that has come. */
  readonly heardMs: number;
  /** A listener or operator waits for what comes next. */
  readonly isWaitedFor: boolean;
  /** Plays that are cued, about to begin, or on air: the streams of others are left. */
  readonly playIds: readonly string[];
}

/** Why a play ended. */
export type StreamEnding = Pick<PlayEnd, "reason" | "detail">;

/** What these streams come to. */
export type StreamsEvent =
  /** Whether one may be cued has changed. */
  | { readonly kind: "changed" }
  /** It was tried for long, and is given up. `detail`: a sentence */
  | { readonly kind: "given-up"; readonly entry: QueueEntry; readonly detail: string }
  /** It must go off the air. */
  | { readonly kind: "over"; readonly playId: string };

/** External streams that are chosen like any entry of the queue. */
export interface CuedStreams {
  /** Whether it may be cued: files always may. */
  readonly mayBeCued: (entry: Pick<QueueEntry, "kind" | "entryId">) => boolean;
  /** FFmpeg's name of the format of a stream that may be cued; null: detected, or it is a file. */
  readonly formatOf: (entryId: string) => string | null;
  /** The engine is preparing it. */
  readonly cued: (play: TrackPlay) => void;
}

/** External streams, as the playout needs them. */
export interface PlayoutStreams extends CuedStreams {
  readonly events: EventSource<StreamsEvent>;
  /** Called often: with every block of the programme, and whenever something changes. */
  readonly follow: (sight: StreamSight) => void;
  /** Nothing has been heard of that play for long. */
  readonly silent: (playId: string) => void;
  /** Why it really ended: the engine only knows that no more sound came, or that it had an order to go on. */
  readonly endOf: (playId: string, end: StreamEnding) => StreamEnding;
}
