import type { Track } from "@neonrelay/contract/callers";
import { useState } from "react";

/** Tracks that an operator selects to change together. */
export interface TrackSelection {
  readonly tracks: readonly Track[];
  readonly has: (id: string) => boolean;
  /** @param row the track's position in the list */
  readonly toggle: (track: Track, row: number) => void;
  /** The row chosen last, where Shift starts from. */
  readonly lastRow: number | undefined;
  readonly addAll: (tracks: readonly Track[]) => void;
  readonly clear: () => void;
  /** Ends the selection. */
  readonly stop: () => void;
}

/**
 * `selection` is undefined while not selecting.
 * @param list identifies the list: row numbers mean other tracks in another
 */
export function useTrackSelection(list: string): {
  readonly selection: TrackSelection | undefined;
  readonly start: () => void;
} {
  const [chosen, setChosen] = useState<ReadonlyMap<string, Track> | undefined>(undefined);
  const [last, setLast] = useState({ list, row: -1 });
  const start = () => {
    setChosen(new Map());
    setLast({ list, row: -1 });
  };
  if (chosen === undefined) return { selection: undefined, start };
  return {
    start,
    selection: {
      tracks: [...chosen.values()],
      has: (id) => chosen.has(id),
      lastRow: last.list === list && last.row >= 0 ? last.row : undefined,
      toggle: (track, row) => {
        setLast({ list, row });
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
