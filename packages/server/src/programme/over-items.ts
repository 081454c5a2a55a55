import { PLAN_HOURS } from "@neonrelay/contract";
import { MAX_PLAN_ITEMS } from "@neonrelay/on-air/protocol";
import type { PlanEntry } from "./plan-entry.ts";

const PLAN_MS = PLAN_HOURS * 60 * 60 * 1000;
/** More items than can begin in the hours of a plan. */
const MAX_KNOWN = 2 * MAX_PLAN_ITEMS;

/** Plan items that began, failed or were missed, and so must not return. */
export class OverItems {
  /** Newest last. */
  readonly #ids = new Set<string>();

  note(itemId: string): void {
    this.#ids.add(itemId);
    const [oldest] = this.#ids;
    if (this.#ids.size > MAX_KNOWN && oldest !== undefined) this.#ids.delete(oldest);
  }

  /** Whether an item of a past plan is over; items too old to be remembered are. */
  has({ id, startsAtMs }: Pick<PlanEntry, "id" | "startsAtMs">): boolean {
    return this.#ids.has(id) || startsAtMs < Date.now() - PLAN_MS;
  }
}
