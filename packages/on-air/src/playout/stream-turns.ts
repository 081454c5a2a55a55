import type { ProgrammeTime } from "../programme/programme-clock.ts";
import type { OnAirStatus } from "../protocol/index.ts";
import type { AirPlays } from "./air-plays.ts";
import type { Cueing } from "./cueing.ts";
import type { PlayLedger } from "./play-ledger.ts";
import { streamAtHead } from "./playout-rules.ts";
import { isStream } from "./plays.ts";
import type { PlayoutStreams } from "./streams-port.ts";

interface TurnParts {
  readonly ledger: Pick<PlayLedger, "open">;
  readonly air: AirPlays;
  readonly cueing: Pick<Cueing, "cued" | "admitted">;
  readonly streams: Pick<PlayoutStreams, "follow">;
  readonly time: Pick<ProgrammeTime, "positionSamples">;
  readonly send: (skip: Skip & { readonly kind: "skip" }) => void;
}

/** Decides when external streams start and end. */
export class StreamTurns {
  readonly #parts: TurnParts;
  readonly #heldSkip = new HeldSkip();

  constructor(parts: TurnParts) {
    this.#parts = parts;
  }

  /** What to announce as next: the stream, even while something else is cued to bridge the wait. */
  get next(): OnAirStatus["next"] {
    const { cued } = this.#parts.cueing;
    const stream = streamAtHead(this.#parts.cueing.admitted);
    if (stream !== null) {
      const { trackId, entryId, requestedBy } = stream;
      return { trackId, entryId, requestedBy };
    }
    if (cued === null) return null;
    const { track, entryId, requestedBy } = cued.play;
    return { trackId: track.trackId, entryId, requestedBy };
  }

  /** [P74] Skips to the next play. A stream may need a moment. */
  skip(skip: Skip): void {
    const stream = streamAtHead(this.#parts.cueing.admitted);
    if (stream === null || stream.entryId === this.#parts.cueing.cued?.play.entryId)
      this.#parts.send({ kind: "skip", ...skip });
    else this.#heldSkip.hold(skip);
    this.follow();
  }

  /** Checks the streams with each block of the programme and after each change. */
  follow(): void {
    const { ledger, air, cueing, streams, time, send } = this.#parts;
    const { current, beginning } = air;
    const { cued } = cueing;
    streams.follow({
      queue: cueing.admitted,
      current,
      heardMs: air.heardMs(time.positionSamples),
      isWaitedFor: this.#heldSkip.isHeld,
      playIds: [beginning, current, ...ledger.open, cued?.play].flatMap(
        (play) => play?.playId ?? [],
      ),
    });
    const isNextReady = cued?.isReady === true && isStream(cued.play);
    const skip = this.#heldSkip.release({ currentId: current?.playId ?? null, isNextReady });
    if (skip !== null) send({ kind: "skip", ...skip });
  }
}

/** How long to wait for the next stream's sound. */
const HOLD_LIMIT_MS = 6000;

export interface Skip {
  readonly playId: string;
  readonly fadeMs: number;
}

/** [P74] Skips to an external stream: the play on air continues until the stream has sound. */
class HeldSkip {
  #held: (Skip & { readonly sinceMs: number }) | null = null;

  get isHeld(): boolean {
    return this.#held !== null;
  }

  hold(skip: Skip): void {
    this.#held ??= { ...skip, sinceMs: performance.now() };
  }

  /** @returns what to do now; null: nothing */
  release({
    currentId,
    isNextReady,
  }: {
    /** The play on air. */
    readonly currentId: string | null;
    readonly isNextReady: boolean;
  }): Skip | null {
    const held = this.#held;
    if (held === null) return null;
    const isOver = performance.now() - held.sinceMs >= HOLD_LIMIT_MS;
    if (held.playId === currentId && !isNextReady && !isOver) return null;
    this.#held = null;
    return held.playId === currentId ? { playId: held.playId, fadeMs: held.fadeMs } : null;
  }
}
