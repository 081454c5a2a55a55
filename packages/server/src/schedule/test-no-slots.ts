import type { Schedule } from "./schedule.ts";

/** A schedule without live shows. For tests. */
export const noSlots: Pick<Schedule, "slotRules"> = {
  slotRules: () => ({ slots: [], keysWork: "always" }),
};
