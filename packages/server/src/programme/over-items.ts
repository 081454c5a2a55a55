import { PLAN_HOURS } from "@neonrelay/contract";
import { MAX_PLAN_ITEMS } from "@neonrelay/on-air/protocol";
import type { PlanEntry } from "./plan-entry.ts";

const PLAN_MS = PLAN_HOURS * 60 * 60 * 1000;
/** More than begin in as many hours as a plan has. */
const MAX_KNOWN = 2 * MAX_PLAN_ITEMS;

/** The items of the plan that began, failed or were missed: what was in it before may not come again. */
export class OverItems {
  /** Newest last. */
  readonly #ids = new Set<string>();

  note(itemId: string): void {
    this.#ids.add(itemId);
    const [oldest] = this.#ids;
    if (this.#ids.size > MAX_KNOWN && oldest !== undefined) this.#ids.delete(oldest);
  }

  /** Of an item that was in the plan; one of so long ago that it is not known any more is over. */
  has({ id, startsAtMs }: Pick<PlanEntry, "id" | "startsAtMs">): boolean {
    return this.#ids.has(id) || startsAtMs < Date.now() - PLAN_MS;
  }
}
