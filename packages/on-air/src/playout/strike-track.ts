import type { Logger } from "@neonrelay/process/log";
import type { PlayableTrack } from "../protocol.ts";
import type { PlayoutStore } from "./playout-store.ts";
import { QUARANTINED } from "./quarantine-rules.ts";

/** [P93] Keeps a track off the air that costs engines. */
export function strikeTrack(
  track: PlayableTrack,
  { store, log }: { readonly store: PlayoutStore; readonly log: Logger },
): void {
  store.strike(track);
  if (!store.isQuarantined(track)) return;
  const { title, artist } = track;
  log.error({ title, artist, detail: QUARANTINED }, "a track is quarantined");
}
