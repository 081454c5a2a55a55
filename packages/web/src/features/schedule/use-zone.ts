import { useSearchParams } from "wouter";
import { ownTimeZone } from "./schedule-words.ts";

export interface ShownZone {
  readonly timeZone: string;
  /** Whether the visitor's time zone differs from the station's. */
  readonly isElsewhere: boolean;
  readonly isStations: boolean;
  readonly showStations: (isStations: boolean) => void;
}

/** The visitor's time zone, or the station's with `?zone=station` in the address. */
export function useZone(stationZone: string): ShownZone {
  const [search, setSearch] = useSearchParams();
  const own = ownTimeZone();
  const isElsewhere = own !== stationZone;
  const isStations = isElsewhere && search.get("zone") === "station";
  const showStations = (next: boolean) =>
    setSearch(next ? { zone: "station" } : {}, { replace: true });
  return { timeZone: isStations ? stationZone : own, isElsewhere, isStations, showStations };
}
