import { Moon } from "lucide-react";
import { useSyncExternalStore } from "react";
import { countOf } from "../../../ui/count-of.ts";
import { Menu, MenuItem } from "../../../ui/menu.tsx";
import { usePlayerState } from "../player-context.ts";
import {
  minutesLeft,
  SLEEP_MINUTES,
  type SleepPlan,
  useSleepPlan,
  useSleepTimer,
} from "./sleep-timer.ts";
import { listens } from "../playback-machine.ts";

const STEP_MS = 5000;

/** The sleep timer, shown only while listening, with the minutes left beside the moon. */
export function SleepButton() {
  const timer = useSleepTimer();
  const plan = useSleepPlan();
  const minutes = useMinutesLeft(plan);
  const status = usePlayerState((state) => state.playback.status);
  if (!listens({ status })) return null;
  return (
    <Menu
      label={labelOf(plan, minutes)}
      className={`icon-button w-auto min-w-11 gap-1 px-1 ${plan.kind === "off" ? "" : "text-primary-text"}`}
      icon={
        <>
          <Moon size={18} aria-hidden="true" fill={plan.kind === "off" ? "none" : "currentColor"} />
          {minutes !== null && <span className="font-mono text-[13px]">{minutes}</span>}
        </>
      }
    >
      {SLEEP_MINUTES.map((choice) => (
        <MenuItem key={choice} onSelect={() => timer.setMinutes(choice)}>
          {choice} minutes
        </MenuItem>
      ))}
      <MenuItem onSelect={() => timer.setTrackEnd()}>End of this track</MenuItem>
      {plan.kind !== "off" && <MenuItem onSelect={() => timer.cancel()}>Turn off</MenuItem>}
    </Menu>
  );
}

function labelOf(plan: SleepPlan, minutes: number | null): string {
  if (minutes !== null) return `Sleep timer, ${countOf(minutes, "minute")} left`;
  return plan.kind === "track-end" ? "Sleep timer, until the end of this track" : "Sleep timer";
}

function useMinutesLeft(plan: SleepPlan): number | null {
  return useSyncExternalStore(subscribeToClock, () => minutesLeft(plan, Date.now()));
}

function subscribeToClock(onTick: () => void): () => void {
  const timer = setInterval(onTick, STEP_MS);
  return () => clearInterval(timer);
}
