import { decideBlame, suspectsOf, type EngineWork } from "./blame-rules.ts";
import type { EngineEnd } from "./engine-process.ts";

/** Keeps count of the engines that plays have cost. */
export class EngineDeaths {
  #deaths: ReadonlyMap<string, number> = new Map();
  /** What the engine said it hangs in. */
  #hung: string | null = null;

  recordHung(playId: string): void {
    this.#hung = playId;
  }

  /**
   * The engine is gone.
   * @returns the play that is not to be tried again, and the one whose file it is put down to: one that was merely on
   * air has to have cost as many as make it not tried again
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
