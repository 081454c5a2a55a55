import { WeekList } from "../features/schedule/week-list.tsx";
import { usePageTitle } from "./page-title.ts";

/** `?zone=station` shows the times in the station's time zone. */
export function SchedulePage() {
  usePageTitle("Schedule");
  return <WeekList />;
}
