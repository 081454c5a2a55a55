import { samplesToMs } from "../programme/programme-clock.ts";
import type { ProgrammeMark } from "./edge-protocol.ts";
import type { CarriedMount } from "./carried-mount.ts";

/** Maps positions of this edge to the master's programme, using frames that both have. */
export class ProgrammePlace {
  readonly #mount: Pick<CarriedMount, "placeOf" | "ring">;
  /** Master position minus our position. */
  #offsetSamples: number | null = null;
  /** A mark whose frame has not arrived yet. */
  #waiting: (ProgrammeMark & { readonly ownEndSamples: number }) | null = null;
  #lagMs: number | null = null;

  constructor(mount: Pick<CarriedMount, "placeOf" | "ring">) {
    this.#mount = mount;
  }

  /** How far this edge is behind the master, in ms; null if unknown. */
  get lagMs(): number | null {
    return this.#lagMs;
  }

  /** The master's position in ms; null if unknown. */
  masterMsOf(ownMs: number): number | null {
    return this.#offsetSamples === null ? null : ownMs + samplesToMs(this.#offsetSamples);
  }

  follow(mark: ProgrammeMark | null): void {
    this.check();
    this.#waiting = mark === null ? null : { ...mark, ownEndSamples: this.#mount.ring.endSamples };
    this.check();
  }

  /** Checks whether the newest mark's frame has arrived. */
  check(): void {
    if (this.#waiting === null) return;
    const { digest, positionSamples, endSamples, ownEndSamples } = this.#waiting;
    const own = this.#mount.placeOf(digest);
    if (own === undefined) return;
    this.#waiting = null;
    this.#offsetSamples = positionSamples - own;
    this.#lagMs = Math.max(
      0,
      Math.round(samplesToMs(endSamples - this.#offsetSamples - ownEndSamples)),
    );
  }
}
