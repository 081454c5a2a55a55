import type { RequestSchedule } from "./request-actions.ts";

/** A schedule without a current show. */
export const openRequests: RequestSchedule = {
  showRule: () => ({ requests: { kind: "open" }, showName: null, until: "00:00" }),
};
