import type { Player } from "./player.ts";
import { listens } from "./playback-machine.ts";

const CHANNEL = "neonrelay_audible";

/**
 * Two tabs of one browser would play slightly out of sync: the tab that starts listening silences the others.
 * @returns a function that stops this
 */
export function leaveSoundToOneTab(
  player: Pick<Player, "state" | "subscribe" | "stop">,
): () => void {
  if (typeof BroadcastChannel !== "function") return () => {};
  const channel = new BroadcastChannel(CHANNEL);
  // The content does not matter: only a tab that starts listening sends, and never to itself.
  channel.addEventListener("message", () => player.stop());
  let wasListening = false;
  const unsubscribe = player.subscribe(() => {
    const { status } = player.state.playback;
    const isListening = listens({ status });
    // A channel is not a window: it has one origin and takes no target.
    if (isListening && !wasListening) channel.postMessage("listening");
    wasListening = isListening;
  });
  return () => {
    unsubscribe();
    channel.close();
  };
}
