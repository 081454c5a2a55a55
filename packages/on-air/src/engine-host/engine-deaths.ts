import type { EngineEnd } from "./engine-process.ts";

/** How many engines a play may crash. */
const MAX_DEATHS = 2;

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

/** A play, as far as an engine's death can be blamed on it. */
interface SuspectPlay {
  readonly playId: string;
}

/** What an engine was doing. */
interface EngineWork {
  /** What it was told to begin with and has not announced. */
  readonly beginning: SuspectPlay | null;
  /** The cued play, and whether the engine has its beginning in memory. */
  readonly cued: { readonly play: SuspectPlay; readonly isReady: boolean } | null;
  readonly current: SuspectPlay | null;
}

/** The plays an engine was working on when it died. */
interface Suspects {
  /** The play one of its threads hung in, as reported by the engine. */
  readonly hung: string | null;
  /** The play it was told to begin with and has not announced. */
  readonly beginning: string | null;
  /** The cued play, if it was still being read. */
  readonly preparing: string | null;
  readonly current: string | null;
}

/** @param hung see `Suspects` */
export function suspectsOf({
  hung,
  beginning,
  cued,
  current,
}: EngineWork & { readonly hung: string | null }): Suspects {
  return {
    hung,
    beginning: beginning?.playId ?? null,
    preparing: cued === null || cued.isReady ? null : cued.play.playId,
    current: current?.playId ?? null,
  };
}

/**
 * Which play to blame for an engine's death: first the one being opened, since that is where codecs crash, and only
 * then the one on air.
 * @returns the counts after this death, the blamed play, and that play again when it must be dropped
 */
export function decideBlame({
  suspects,
  deaths,
}: {
  readonly suspects: Suspects;
  readonly deaths: ReadonlyMap<string, number>;
}): {
  readonly deaths: ReadonlyMap<string, number>;
  readonly blamed: string | null;
  readonly dropped: string | null;
} {
  const blamed = suspects.hung ?? suspects.beginning ?? suspects.preparing ?? suspects.current;
  if (blamed === null) return { deaths: new Map(), blamed, dropped: null };
  const count = (deaths.get(blamed) ?? 0) + 1;
  const living = [suspects.hung, suspects.beginning, suspects.preparing, suspects.current];
  const kept = [...deaths].filter(([playId]) => living.includes(playId));
  if (count >= MAX_DEATHS)
    return {
      deaths: new Map(kept.filter(([playId]) => playId !== blamed)),
      blamed,
      dropped: blamed,
    };
  return { deaths: new Map([...kept, [blamed, count]]), blamed, dropped: null };
}
