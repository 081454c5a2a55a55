import type { EventSource } from "@neonrelay/process/events";
import type { QueueEntry } from "../protocol/index.ts";
import type { PlayEnd } from "./play-ledger.ts";
import type { StartedPlay, TrackPlay } from "./plays.ts";

/** The playout's state as external streams need it. */
export interface StreamSight {
  readonly queue: readonly QueueEntry[];
  /** On air; null: nothing, or something is about to start. */
  readonly current: StartedPlay | null;
  /** How much of it has been heard. */
  readonly heardMs: number;
  /** A listener or operator is waiting for the next play. */
  readonly isWaitedFor: boolean;
  /** Plays that are cued, about to start or on air. Streams of other plays are closed. */
  readonly playIds: readonly string[];
}

/** Why a play ended. */
export type StreamEnding = Pick<PlayEnd, "reason" | "detail">;

/** What happens to these streams. */
export type StreamsEvent =
  /** Whether one may be cued has changed. */
  | { readonly kind: "changed" }
  /** Given up after long retries. `detail`: a sentence */
  | { readonly kind: "given-up"; readonly entry: QueueEntry; readonly detail: string }
  /** It must go off air. */
  | { readonly kind: "over"; readonly playId: string };

/** External streams, chosen like any other entry of the queue. */
export interface CuedStreams {
  /** Whether it may be cued. Files always may. */
  readonly mayBeCued: (entry: Pick<QueueEntry, "kind" | "entryId">) => boolean;
  /** FFmpeg's format name of a stream that may be cued; null: detect it, or it is a file. */
  readonly formatOf: (entryId: string) => string | null;
  /** The engine is preparing it. */
  readonly cued: (play: TrackPlay) => void;
}

/** What the playout needs of external streams. */
export interface PlayoutStreams extends CuedStreams {
  readonly events: EventSource<StreamsEvent>;
  /** Call often: with every block of the programme and after every change. */
  readonly follow: (sight: StreamSight) => void;
  /** That play has been silent for long. */
  readonly silent: (playId: string) => void;
  /** The real reason it ended. The engine knows only that sound stopped or that it was told to go on. */
  readonly endOf: (playId: string, end: StreamEnding) => StreamEnding;
}
