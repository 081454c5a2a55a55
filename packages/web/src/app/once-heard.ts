import { recordListening } from "../features/history/listening-recorder.ts";
import type { HeardProgramme } from "../features/player/heard-programme.ts";
import { showMediaSession } from "../features/player/media-session.ts";
import type { Player } from "../features/player/player.ts";

/** Starts when this browser first listens, and lives as long as the page. */
export function onceHeard(player: Player, programme: HeardProgramme): void {
  showMediaSession(player, programme);
  recordListening(player, programme);
}
