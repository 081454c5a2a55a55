import type { Socket } from "node:net";
import { PROGRAMME_RATE_HZ } from "../engine/engine-protocol.ts";
import { ICY_START, interleaveTitle, type IcyState } from "./icy.ts";
import { isSameFormat, type StreamFormat } from "../formats/stream-formats.ts";
import type { Ring, StreamBlock } from "./ring.ts";

/** A listener further behind than this is ended: nothing is ever skipped inside a connection. */
const MAX_BEHIND_SAMPLES = 30 * PROGRAMME_RATE_HZ;
/** How long a peer may take to read its last bytes. */
const LAST_BYTES_LIMIT_MS = 10_000;

export type PumpOutcome = "going-on" | "complete" | "too-slow";

/**
 * One connection that gets the stream. It owns its socket. It ends where the stream is encoded in another way:
 * a player sets up its decoder, and reads the headers, once.
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

  /** The socket took everything: it may be written to again. */
  markDrained(): void {
    this.#isBlocked = false;
  }

  /** Sends what there is, as far as the socket takes it. After another outcome than `going-on` it is to be ended. */
  pump(): PumpOutcome {
    if (this.#isBlocked) return this.#isTooFarBehind() ? "too-slow" : "going-on";
    const end = Math.min(this.#ring.nextSequence, this.#lastSequence);
    let isOver = false;
    this.#socket.cork();
    while (this.#nextSequence < end && !this.#isBlocked) {
      const block = this.#ring.blockAt(this.#nextSequence);
      if (block === undefined) break;
      if (!isSameFormat(block.format, this.#format)) {
        isOver = true;
        break;
      }
      this.#nextSequence += 1;
      this.#isBlocked = !this.#write(block);
    }
    this.#socket.uncork();
    if (isOver || this.#nextSequence >= this.#lastSequence) return "complete";
    return this.#isTooFarBehind() ? "too-slow" : "going-on";
  }

  /** Lets what was written go out, then closes, whether or not the peer does; one that does not read is cut off. */
  end(): void {
    this.cutOffLater();
    this.#socket.destroySoon();
  }

  /** Destroys the socket in 10 s, should it still be open. */
  cutOffLater(): void {
    const limit = setTimeout(() => this.#socket.destroy(), LAST_BYTES_LIMIT_MS);
    limit.unref();
    this.#socket.once("close", () => clearTimeout(limit));
  }

  destroy(): void {
    this.#socket.destroy();
  }

  #write(block: StreamBlock): boolean {
    if (this.#icy === null) return this.#socket.write(block.bytes);
    const { pieces, state } = interleaveTitle({
      bytes: block.bytes,
      title: block.title,
      state: this.#icy,
    });
    this.#icy = state;
    let isDrained = true;
    for (const piece of pieces) isDrained = this.#socket.write(piece);
    return isDrained;
  }

  #isTooFarBehind(): boolean {
    if (this.#nextSequence >= this.#ring.nextSequence) return false;
    const next = this.#ring.blockAt(this.#nextSequence);
    return next === undefined || this.#ring.endSamples - next.positionSamples > MAX_BEHIND_SAMPLES;
  }
}
