import type { LiveContent } from "@neonrelay/contract";

/** What plays during a live show, as it is unless an operator changes it. For tests. */
export const liveContent: LiveContent = {
  kind: "live",
  fallbackPlaylistId: null,
  opensMinutesBefore: 15,
  graceMinutes: 5,
  overrunMinutes: 5,
  admits: "hosts",
};
