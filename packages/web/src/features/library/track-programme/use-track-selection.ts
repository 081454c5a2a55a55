import type { Track } from "@neonrelay/contract/callers";
import { useState } from "react";

/** Tracks that an operator selects to change together. */
export interface TrackSelection {
  readonly tracks: readonly Track[];
  readonly has: (id: string) => boolean;
  readonly toggle: (track: Track) => void;
  readonly addAll: (tracks: readonly Track[]) => void;
  readonly clear: () => void;
  /** Ends selecting. */
  readonly stop: () => void;
}

/** `selection` is undefined while not selecting. */
export function useTrackSelection(): {
  readonly selection: TrackSelection | undefined;
  readonly start: () => void;
} {
  const [chosen, setChosen] = useState<ReadonlyMap<string, Track> | undefined>(undefined);
  const start = () => setChosen(new Map());
  if (chosen === undefined) return { selection: undefined, start };
  return {
    start,
    selection: {
      tracks: [...chosen.values()],
      has: (id) => chosen.has(id),
      toggle: (track) => {
        const others = [...chosen].filter(([id]) => id !== track.id);
        setChosen(new Map(chosen.has(track.id) ? others : [...chosen, [track.id, track]]));
      },
      addAll: (tracks) =>
        setChosen(new Map([...chosen, ...tracks.map((track) => [track.id, track] as const)])),
      clear: start,
      stop: () => setChosen(undefined),
    },
  };
}
