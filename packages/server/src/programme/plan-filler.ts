import type { PlanMaker } from "./make-planner.ts";
import { toNewEntry, withOwnIds, withPlace, type PlanEntry } from "./plan-entry.ts";
import { fillPlan, type PlanWindow } from "./plan-fill.ts";
import type { PlannedTrack, ProgrammePlanner } from "./programme-planner.ts";
import { runInSlices } from "./work-slices.ts";

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
  recordBegun(planner: ProgrammePlanner, play: Parameters<ProgrammePlanner["note"]>[0]): void {
    const note = (): void => {
      planner.takeBack();
      planner.note(play);
      planner.settle();
    };
    if (this.#begun === null) note();
    else this.#begun.push(note);
  }
}
