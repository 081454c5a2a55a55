import type { Playback } from "./playback-machine.ts";

/** The player's state, for components. */
export interface PlayerState {
  readonly playback: Playback;
  /** undefined until the station has sent the stream's address. */
  readonly streamUrl: string | undefined;
  readonly volume: number;
  readonly isMuted: boolean;
  /** Muted by an emergency stop, at any volume. */
  readonly isSilenced: boolean;
  readonly gainDb: number;
}
