import type { PlanMaker } from "./make-planner.ts";
import { toNewEntry, withOwnIds, withPlace, type PlanEntry } from "./plan-entry.ts";
import { fillPlan, type PlanWindow } from "./plan-fill.ts";
import type { PlannedTrack, ProgrammePlanner } from "./programme-planner.ts";
import { runInSlices } from "./work-slices.ts";

/** Makes plans in small pieces: thousands of short tracks take seconds. What begins meanwhile waits until the end. */
export class PlanFiller {
  /** What began while the planner works; null: it rests. */
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

  /** Notes what has begun, so that it is not planned again soon. */
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
