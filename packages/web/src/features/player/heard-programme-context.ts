import type { Play } from "@neonrelay/contract/callers";
import { createContext, use, useSyncExternalStore } from "react";
import type { HeardProgramme } from "./heard-programme.ts";

export const HeardProgrammeContext = createContext<HeardProgramme | undefined>(undefined);

export function useHeardProgramme(): HeardProgramme {
  const programme = use(HeardProgrammeContext);
  if (programme === undefined)
    throw new Error("HeardProgrammeContext is missing above this component");
  return programme;
}

/** The play this visitor hears, or the one on air when not listening. */
export function usePlay(): Play | undefined {
  const programme = useHeardProgramme();
  return useSyncExternalStore(programme.subscribe, () => programme.play);
}
