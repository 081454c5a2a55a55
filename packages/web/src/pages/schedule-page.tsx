import { WeekList } from "../features/schedule/week-list.tsx";
import { usePageTitle } from "./page-title.ts";

/** `?zone=station` shows the times of the station's clocks. */
export function SchedulePage() {
  usePageTitle("Schedule");
  return <WeekList />;
}
