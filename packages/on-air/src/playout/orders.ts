import type { EngineProcess } from "../engine-host/engine-process.ts";
import { airedIdOf, isStream, planAgain, type StartedPlay } from "./plays.ts";
import type { PlayLedger } from "./play-ledger.ts";
import type { StreamTurns } from "./stream-turns.ts";

interface OrderParts {
  readonly engine: Pick<EngineProcess, "send" | "state">;
  readonly ledger: PlayLedger;
  readonly turns: StreamTurns;
  /** On air. */
  readonly current: () => StartedPlay | null;
}

/** What an operator may do to what is on air; all of it is refused while no engine runs. */
export class Orders {
  readonly #parts: OrderParts;

  constructor(parts: OrderParts) {
    this.#parts = parts;
  }

  /**
   * @param playId what is to be skipped; null for whatever is on air
   * @returns false when that is not on air, or no engine runs that could skip it
   */
  skip({ fadeMs, playId }: { readonly fadeMs: number; readonly playId: string | null }): boolean {
    const current = this.#currentOfEngine;
    if (current === null || (playId !== null && playId !== airedIdOf(current))) return false;
    // A DJ is sent off the air, not skipped: see DjDesk.
    if (current.kind === "live") return false;
    this.#parts.turns.skip({ playId: current.playId, fadeMs });
    return true;
  }

  /** @returns false when no engine runs that could fade */
  fade(fade: { readonly direction: "in" | "out"; readonly fadeMs: number }): boolean {
    if (this.#parts.engine.state !== "running") return false;
    this.#parts.engine.send({ kind: "fade", ...fade });
    return true;
  }

  /** @returns false when nothing is on air that has a beginning, or no engine runs that could go there */
  restart(): boolean {
    const current = this.#currentOfEngine;
    if (current?.kind !== "track" || isStream(current)) return false;
    const again = this.#parts.ledger.plan(planAgain(current));
    this.#parts.engine.send({ kind: "restart", playId: again.playId });
    return true;
  }

  get #currentOfEngine(): StartedPlay | null {
    return this.#parts.engine.state === "running" ? this.#parts.current() : null;
  }
}
