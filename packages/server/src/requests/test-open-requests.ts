import type { RequestSchedule } from "./request-actions.ts";

/** No show is on. */
export const openRequests: RequestSchedule = {
  showRule: () => ({ requests: { kind: "open" }, showName: null, until: "00:00" }),
};
