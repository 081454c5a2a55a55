import type { Play } from "@neonrelay/contract/callers";
import { isActive } from "./playback-machine.ts";
import type { Playback } from "./playback-machine.ts";
import type { Player } from "./player.ts";
import type { HeardProgramme } from "./heard-programme.ts";

const SEEK_ACTIONS = ["seekbackward", "seekforward", "seekto"] as const;

/**
 * Shows the current track on the lock screen and handles its keys. A live stream can't seek, so those keys are off.
 * @returns a function that stops this
 */
export function showMediaSession(player: Player, programme: HeardProgramme): () => void {
  if (!("mediaSession" in navigator)) return () => {};
  let shownStatus = "idle";
  const update = () => {
    const { playback } = player.state;
    const { status } = playback;
    // iOS forgets what was set before the sound started, so set it again at each start.
    if (status === shownStatus) return;
    shownStatus = status;
    navigator.mediaSession.playbackState = sessionState(playback);
    if (status === "playing") describe(programme.play);
  };
  navigator.mediaSession.setActionHandler("play", () => player.listen());
  navigator.mediaSession.setActionHandler("pause", () => player.stop());
  navigator.mediaSession.setActionHandler("stop", () => player.stop());
  for (const action of SEEK_ACTIONS) navigator.mediaSession.setActionHandler(action, null);
  const endPlayer = player.subscribe(update);
  const endProgramme = programme.subscribe(() => describe(programme.play));
  update();
  return () => {
    endPlayer();
    endProgramme();
  };
}

function sessionState(playback: Playback): MediaSessionPlaybackState {
  if (playback.status === "paused-by-device") return "paused";
  return isActive(playback) ? "playing" : "none";
}

function describe(play: Play | undefined): void {
  if (play === undefined) {
    navigator.mediaSession.metadata = null;
    return;
  }
  const art = play.track?.albumArt ?? "/cover.svg";
  navigator.mediaSession.metadata = new MediaMetadata({
    title: play.title,
    artist: play.artist,
    album: play.track?.album ?? "",
    artwork: [{ src: new URL(art, location.href).href }],
  });
}
