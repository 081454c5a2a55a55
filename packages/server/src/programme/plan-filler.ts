import type { PlanMaker } from "./make-planner.ts";
import { type PlanEntry, toNewEntry, withOwnIds, withPlace } from "./plan-entry.ts";
import { fillPlan, type PlanWindow } from "./plan-fill.ts";
import type { PlannedTrack, ProgrammePlanner } from "./programme-planner.ts";
import { runInSlices } from "./small-steps.ts";
import { PLAN_HOURS } from "@neonrelay/contract";
import { MAX_PLAN_ITEMS } from "@neonrelay/on-air/protocol";

/**
 * Makes plans in small pieces, since thousands of short tracks take seconds. Plays that begin during the work are
 * recorded at its end.
 */
export class PlanFiller {
  /** Plays that began during the work; null when idle. */
  #begun: (() => void)[] | null = null;

  /** Plans around the entries that may stay. */
  async fill(
    { planner, playlistNames }: PlanMaker,
    { span, known }: { readonly span: PlanWindow; readonly known: readonly PlanEntry[] },
  ): Promise<readonly PlanEntry[]> {
    const begun: (() => void)[] = [];
    this.#begun = begun;
    const makers = {
      toPlace: (planned: PlannedTrack) => toNewEntry(planned, (id) => playlistNames.get(id)),
      withNotes: withPlace,
    };
    try {
      return withOwnIds(await runInSlices(fillPlan(planner, span, known, makers)));
    } finally {
      this.#begun = null;
      for (const note of begun) note();
    }
  }

  /** Records a started play, so that it is not planned again soon. */
  recordBegun(planner: ProgrammePlanner, play: Parameters<ProgrammePlanner["record"]>[0]): void {
    const note = (): void => {
      planner.takeBack();
      planner.record(play);
      planner.settle();
    };
    if (this.#begun === null) note();
    else this.#begun.push(note);
  }
}

const PLAN_MS = PLAN_HOURS * 60 * 60 * 1000;
/** More items than can begin in the hours of a plan. */
const MAX_KNOWN = 2 * MAX_PLAN_ITEMS;

/** Plan items that began, failed or were missed, and so must not return. */
export class OverItems {
  /** Newest last. */
  readonly #ids = new Set<string>();

  add(itemId: string): void {
    this.#ids.add(itemId);
    const [oldest] = this.#ids;
    if (this.#ids.size > MAX_KNOWN && oldest !== undefined) this.#ids.delete(oldest);
  }

  /** Whether an item of a past plan is over; items too old to be remembered are. */
  has({ id, startsAtMs }: Pick<PlanEntry, "id" | "startsAtMs">): boolean {
    return this.#ids.has(id) || startsAtMs < Date.now() - PLAN_MS;
  }
}
