import type { OnAirStatus, QueueEntry } from "../protocol/index.ts";
import { HeldSkip, type Skip } from "./held-skip.ts";
import { streamAtHead } from "./playout-rules.ts";
import { isStream, type Cue, type PlannedPlay, type StartedPlay } from "./plays.ts";
import type { PlayoutStreams } from "./streams-port.ts";

/** What the playout is at. */
export interface TurnSight {
  readonly queue: readonly QueueEntry[];
  readonly current: StartedPlay | null;
  /** How far that has been heard. */
  readonly heardMs: number;
  readonly cued: Cue | null;
  /** Plays that are about to begin, or on air. */
  readonly plays: readonly (PlannedPlay | null)[];
}

/** When somebody else's streams have their turn. */
export class StreamTurns {
  readonly #streams: Pick<PlayoutStreams, "follow">;
  readonly #look: () => TurnSight;
  readonly #send: (skip: Skip & { readonly kind: "skip" }) => void;
  readonly #heldSkip = new HeldSkip();

  constructor({
    streams,
    look,
    send,
  }: {
    readonly streams: Pick<PlayoutStreams, "follow">;
    readonly look: () => TurnSight;
    readonly send: (skip: Skip & { readonly kind: "skip" }) => void;
  }) {
    this.#streams = streams;
    this.#look = look;
    this.#send = send;
  }

  /** What the outside is told comes next: a stream, whatever is cued to fill in until it is there. */
  get next(): OnAirStatus["next"] {
    const { queue, cued } = this.#look();
    const stream = streamAtHead(queue);
    if (stream !== null) {
      const { trackId, entryId, requestedBy } = stream;
      return { trackId, entryId, requestedBy };
    }
    if (cued === null) return null;
    const { track, entryId, requestedBy } = cued.play;
    return { trackId: track.trackId, entryId, requestedBy };
  }

  /** [P74] Goes on to what comes next; a stream whose turn that is may need a moment. */
  skip(skip: Skip): void {
    const { queue, cued } = this.#look();
    const stream = streamAtHead(queue);
    if (stream === null || stream.entryId === cued?.play.entryId)
      this.#send({ kind: "skip", ...skip });
    else this.#heldSkip.hold(skip);
    this.follow();
  }

  /** Streams go on, whatever the programme does: each block of it, and each change, is a moment to look at them. */
  follow(): void {
    const { queue, current, heardMs, cued, plays } = this.#look();
    this.#streams.follow({
      queue,
      current,
      heardMs,
      isWaitedFor: this.#heldSkip.isHeld,
      playIds: [...plays, cued?.play].flatMap((play) => play?.playId ?? []),
    });
    const isNextReady = cued?.isReady === true && isStream(cued.play);
    const skip = this.#heldSkip.release({ currentId: current?.playId ?? null, isNextReady });
    if (skip !== null) this.#send({ kind: "skip", ...skip });
  }
}
