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

/** What an operator can do to the play on air. Everything is refused if no engine runs. */
export class Orders {
  readonly #parts: OrderParts;

  constructor(parts: OrderParts) {
    this.#parts = parts;
  }

  /**
   * @param playId the play to skip; null: the one on air
   * @returns false when that play is not on air or no engine runs
   */
  skip({ fadeMs, playId }: { readonly fadeMs: number; readonly playId: string | null }): boolean {
    const current = this.#currentOfEngine;
    if (current === null || (playId !== null && playId !== airedIdOf(current))) return false;
    // A DJ is taken off air rather than skipped: see DjLineup.
    if (current.kind === "live") return false;
    this.#parts.turns.skip({ playId: current.playId, fadeMs });
    return true;
  }

  /** @returns false when no engine runs */
  fade(fade: { readonly direction: "in" | "out"; readonly fadeMs: number }): boolean {
    if (this.#parts.engine.state !== "running") return false;
    this.#parts.engine.send({ kind: "fade", ...fade });
    return true;
  }

  /** @returns false when the play on air has no beginning or no engine runs */
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
