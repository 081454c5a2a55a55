import type { Player, HeardProgramme } from "../player/index.ts";
import { withHeard } from "./listening-rules.ts";
import { loadListening, saveListening } from "./stored-listening.ts";

const NOTE_EVERY_MS = 5000;

/**
 * Records when this browser listens, in programme time: what is heard now was on air some seconds ago.
 * @returns a function that stops this
 */
export function keepListeningDiary(
  player: Pick<Player, "state">,
  programme: Pick<HeardProgramme, "play" | "progress">,
): () => void {
  const note = () => {
    const { play } = programme;
    const { elapsedMs } = programme.progress();
    if (player.state.playback.status !== "playing" || play === undefined || elapsedMs === null)
      return;
    saveListening(withHeard(loadListening(), play.startedAtMs + elapsedMs));
  };
  note();
  const timer = setInterval(note, NOTE_EVERY_MS);
  window.addEventListener("pagehide", note);
  return () => {
    clearInterval(timer);
    window.removeEventListener("pagehide", note);
  };
}
