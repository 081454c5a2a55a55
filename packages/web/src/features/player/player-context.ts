import { createContext, use, useSyncExternalStore } from "react";
import type { PlayerState } from "./playback-machine.ts";
import type { Player } from "./player.ts";

export const PlayerContext = createContext<Player | undefined>(undefined);

export function usePlayer(): Player {
  const player = use(PlayerContext);
  if (player === undefined) throw new Error("PlayerContext is missing above this component");
  return player;
}

/** Renders again only when the selected value changes; select a primitive. */
export function usePlayerState<Value extends string | number | boolean | undefined>(
  select: (state: PlayerState) => Value,
): Value {
  const player = usePlayer();
  const selectNow = () => select(player.state);
  return useSyncExternalStore(player.subscribe, selectNow, selectNow);
}
