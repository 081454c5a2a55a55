import { decideBlame, suspectsOf, type EngineWork } from "./blame-rules.ts";
import type { EngineEnd } from "./engine-process.ts";

/** Counts the engines each play has killed. */
export class EngineDeaths {
  #deaths: ReadonlyMap<string, number> = new Map();
  /** The play the engine said it hangs in. */
  #hung: string | null = null;

  recordHung(playId: string): void {
    this.#hung = playId;
  }

  /**
   * Handles an engine's death.
   * @returns the play not to be tried again, and the one whose file is to blame: a play that was merely on air counts
   * only once it has killed enough engines to be dropped
   */
  judge(
    end: EngineEnd,
    work: EngineWork,
  ): { readonly dropped: string | null; readonly struck: string | null } {
    const suspects = suspectsOf({ hung: this.#hung, ...work });
    this.#hung = null;
    if (end === "ended") return { dropped: null, struck: null };
    const blame = decideBlame({ suspects, deaths: this.#deaths });
    this.#deaths = blame.deaths;
    const { blamed, dropped } = blame;
    return { dropped, struck: blamed === suspects.current ? dropped : blamed };
  }
}
