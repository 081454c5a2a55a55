import type { ToEngine } from "../engine/engine-protocol.ts";
import type { PlayLedger } from "./play-ledger.ts";
import { enginePlay, type DjPlay } from "./plays.ts";

type Take = Extract<ToEngine, { readonly kind: "take" }>;
type Skip = Extract<ToEngine, { readonly kind: "skip" }>;

/** A DJ comes on air within this, in ms. */
const TAKE_FADE_MS = 2000;
const OPENING_MS = 10_000;

/** Takes DJs on and off air. At most one waits to come on. */
export class TakeDesk {
  readonly #ledger: PlayLedger;
  readonly #send: (message: Take | Skip) => void;
  /** The DJ who goes on air as soon as their feed has sound. */
  #play: DjPlay | null = null;
  #orderedAtMs = -Infinity;

  constructor({
    ledger,
    send,
  }: {
    readonly ledger: PlayLedger;
    readonly send: (message: Take | Skip) => void;
  }) {
    this.#ledger = ledger;
    this.#send = send;
  }

  /** The DJ whose feed the engine is opening, which is when codecs crash; null once that is long past. */
  get opening(): DjPlay | null {
    return performance.now() - this.#orderedAtMs < OPENING_MS ? this.#play : null;
  }

  /** Orders an engine to take this on air; null: nothing. */
  order(): Take | null {
    this.#orderedAtMs = performance.now();
    if (this.#play === null) return null;
    return { kind: "take", play: enginePlay(this.#play, 0), fadeMs: TAKE_FADE_MS };
  }

  /** Puts a DJ on air, once their feed has sound; in place of one who was to come and has not. */
  take(play: DjPlay): void {
    if (this.#play !== null) this.#ledger.forget(this.#play.playId);
    this.#play = this.#ledger.plan(play);
    this.#sendTake();
  }

  /** Off the air with a DJ, or not on it at all; what is cued comes next. */
  end({ playId, fadeMs }: { readonly playId: string; readonly fadeMs: number }): void {
    if (this.#play?.playId !== playId) return this.#send({ kind: "skip", playId, fadeMs });
    this.#ledger.forget(playId);
    this.#play = null;
    return this.#sendTake();
  }

  /** That play has come on air, or never will. */
  forget(playId: string): void {
    if (this.#play?.playId === playId) this.#play = null;
  }

  #sendTake(): void {
    this.#send(this.order() ?? { kind: "take", play: null, fadeMs: 0 });
  }
}
