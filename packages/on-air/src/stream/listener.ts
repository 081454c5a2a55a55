import type { Socket } from "node:net";
import { PROGRAMME_RATE_HZ } from "../engine/engine-protocol.ts";
import { ICY_START, interleaveTitle, type IcyState } from "./icy.ts";
import { isSameFormat, type StreamFormat } from "../formats/stream-formats.ts";
import type { Ring, Run, StreamBlock } from "./ring.ts";

/** A listener further behind than this is disconnected: nothing is ever skipped within a connection. */
const MAX_BEHIND_SAMPLES = 30 * PROGRAMME_RATE_HZ;
/** How long a peer may take to read its last bytes. */
const LAST_BYTES_LIMIT_MS = 10_000;

type PumpOutcome = "going-on" | "complete" | "too-slow";

/**
 * One connection that gets the stream. It owns its socket. It ends where the encoding changes, because a player sets up
 * its decoder, and reads the headers, only once.
 */
export class Listener {
  readonly #socket: Socket;
  readonly #ring: Ring;
  readonly #lastSequence: number;
  readonly #format: StreamFormat;
  #nextSequence: number;
  #icy: IcyState | null;
  #isBlocked = false;

  /**
   * @param start first block to send
   * @param lastSequence block to stop before; infinity for a listener who stays
   */
  constructor({
    socket,
    ring,
    start,
    lastSequence,
    wantsTitles,
  }: {
    readonly socket: Socket;
    readonly ring: Ring;
    readonly start: StreamBlock;
    readonly lastSequence: number;
    readonly wantsTitles: boolean;
  }) {
    this.#socket = socket;
    this.#ring = ring;
    this.#nextSequence = start.sequence;
    this.#lastSequence = lastSequence;
    this.#format = start.format;
    this.#icy = wantsTitles ? ICY_START : null;
  }

  /** The socket has sent everything and may be written to again. */
  markDrained(): void {
    this.#isBlocked = false;
  }

  /** Sends what is available, as far as the socket takes it. On any outcome but `going-on` the caller must end it. */
  pump(): PumpOutcome {
    while (this.#nextSequence < this.#lastSequence && !this.#isBlocked) {
      const run = this.#ring.runAt(this.#nextSequence, this.#lastSequence);
      if (run === undefined) break;
      if (!isSameFormat(run.format, this.#format)) return "complete";
      this.#nextSequence += run.blocks;
      this.#isBlocked = !this.#write(run);
    }
    if (this.#nextSequence >= this.#lastSequence) return "complete";
    return this.#isTooFarBehind() ? "too-slow" : "going-on";
  }

  /** Lets everything written go out, then closes even if the peer does not; a peer that does not read is cut off. */
  end(): void {
    this.cutOffLater();
    this.#socket.destroySoon();
  }

  /** Destroys the socket in 10 s if it is still open. */
  cutOffLater(): void {
    const limit = setTimeout(() => this.#socket.destroy(), LAST_BYTES_LIMIT_MS);
    limit.unref();
    this.#socket.once("close", () => clearTimeout(limit));
  }

  destroy(): void {
    this.#socket.destroy();
  }

  #write({ bytes, title }: Run): boolean {
    if (this.#icy === null) return this.#socket.write(bytes);
    const { pieces, state } = interleaveTitle({ bytes, title, state: this.#icy });
    this.#icy = state;
    let isDrained = true;
    this.#socket.cork();
    for (const piece of pieces) isDrained = this.#socket.write(piece);
    this.#socket.uncork();
    return isDrained;
  }

  #isTooFarBehind(): boolean {
    if (this.#nextSequence >= this.#ring.nextSequence) return false;
    const next = this.#ring.blockAt(this.#nextSequence);
    return next === undefined || this.#ring.endSamples - next.positionSamples > MAX_BEHIND_SAMPLES;
  }
}
