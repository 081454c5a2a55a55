import type { Play } from "@neonrelay/contract/callers";
import { createContext, use, useSyncExternalStore } from "react";
import type { Programme } from "./programme.ts";

export const ProgrammeContext = createContext<Programme | undefined>(undefined);

export function useProgramme(): Programme {
  const programme = use(ProgrammeContext);
  if (programme === undefined) throw new Error("ProgrammeContext is missing above this component");
  return programme;
}

/** The play this visitor hears, or the one on air when not listening. */
export function usePlay(): Play | undefined {
  const programme = useProgramme();
  return useSyncExternalStore(programme.subscribe, () => programme.play);
}
