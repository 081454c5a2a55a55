import type { Logger } from "@neonrelay/process/log";
import type { PlayableTrack } from "../protocol/index.ts";
import type { PlayLedger } from "./play-ledger.ts";
import type { PlayoutStore } from "./playout-store.ts";
import { QUARANTINED } from "../quarantine/quarantine-rules.ts";

/** [P93] Keeps tracks that crash engines off air. */
export function strikeTrack(
  track: PlayableTrack,
  {
    store,
    ledger,
    log,
  }: { readonly store: PlayoutStore; readonly ledger: PlayLedger; readonly log: Logger },
): void {
  store.strike(track);
  if (!store.isQuarantined(track)) return;
  const { title, artist } = track;
  ledger.drop(track, QUARANTINED);
  log.error({ title, artist, detail: QUARANTINED }, "a track is quarantined");
}
