import { useRadioState } from "../radio/index.ts";
import { usePlayerState } from "./player-context.ts";

/**
 * The confirmation before pausing the station for other listeners.
 * @param listeners as the station counts them; undefined and null: unknown
 * @param isListening whether this browser is one of them
 * @returns undefined if there are no other listeners
 */
export function pauseQuestion(listeners: number | null | undefined, isListening: boolean) {
  const others = (listeners ?? 0) - (isListening ? 1 : 0);
  if (others <= 0) return undefined;
  const who = others === 1 ? "1 other person is" : `${others} other people are`;
  const ownWay = isListening ? " To stop only your own sound, use Stop." : "";
  return {
    title: "Pause the station?",
    text: `${who} listening and will hear silence.${ownWay}`,
    action: "Pause the station",
  } as const;
}

export function usePauseQuestion() {
  const listeners = useRadioState().data?.listenerCount;
  const isListening = usePlayerState(({ playback }) => playback.status === "playing");
  return pauseQuestion(listeners, isListening);
}
