import { createContext, use, useSyncExternalStore } from "react";
import type { SleepPlan } from "./sleep-rules.ts";
import type { SleepTimer } from "./sleep-timer.ts";

export const SleepContext = createContext<SleepTimer | undefined>(undefined);

export function useSleepTimer(): SleepTimer {
  const timer = use(SleepContext);
  if (timer === undefined) throw new Error("SleepContext is missing above this component");
  return timer;
}

export function useSleepPlan(): SleepPlan {
  const timer = useSleepTimer();
  return useSyncExternalStore(timer.subscribe, () => timer.plan);
}
