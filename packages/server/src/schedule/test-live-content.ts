import type { LiveContent } from "@neonrelay/contract";

/** What plays during a live show, as it is unless somebody says otherwise. For tests. */
export const liveContent: LiveContent = {
  kind: "live",
  fallbackPlaylistId: null,
  opensMinutesBefore: 15,
  graceMinutes: 5,
  overrunMinutes: 5,
  admits: "hosts",
};
