import type { LiveContent } from "@neonrelay/contract";

/** The default content of a live show, for tests. */
export const liveContent: LiveContent = {
  kind: "live",
  fallbackPlaylistId: null,
  opensMinutesBefore: 15,
  graceMinutes: 5,
  overrunMinutes: 5,
  admits: "hosts",
};
