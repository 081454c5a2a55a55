import type { Playback } from "./playback-machine.ts";

/** The player's state, for components. */
export interface PlayerState {
  readonly playback: Playback;
  /** undefined until the station has told where its stream is. */
  readonly streamUrl: string | undefined;
  readonly volume: number;
  readonly isMuted: boolean;
  /** Nothing is heard because of an emergency stop, whatever volume is set. */
  readonly isSilenced: boolean;
  readonly gainDb: number;
}
