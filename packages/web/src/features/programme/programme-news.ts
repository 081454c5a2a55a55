import type {
  clocksCalls,
  djsCalls,
  holidaysCalls,
  planCalls,
  playlistsCalls,
  scheduleCalls,
  setUpCalls,
  showsCalls,
} from "@neonrelay/contract/callers";
import type { QueryClient } from "@tanstack/react-query";
import { refresh } from "../../api/query-client.ts";

/** Spelled out: importing the calls would load the schemas of plan and playlists on every page. */
const shownPaths: readonly [
  typeof planCalls.getPlan.path,
  typeof planCalls.listAired.path,
  typeof playlistsCalls.listPlaylists.path,
  typeof setUpCalls.getSetUp.path,
] = ["/api/plan", "/api/plan/aired", "/api/playlists", "/api/set-up"];

/** After a change of the programme: reloads the shown parts of plan, playlists and set-up. */
export function refreshProgramme(queryClient: QueryClient): void {
  for (const path of shownPaths) refresh(queryClient, [path]);
}

/** After a change of the queue: reloads the plan, which shows waiting requests. */
export function refreshPlan(queryClient: QueryClient): void {
  refresh(queryClient, [shownPaths[0]]);
}

/** All paths of schedule, shows and clocks start with one of these; a host sees what is on around their show. */
const schedulePaths: readonly [
  typeof scheduleCalls.getSchedule.path,
  typeof scheduleCalls.getOnNow.path,
  typeof holidaysCalls.listHolidays.path,
  typeof showsCalls.listShows.path,
  typeof showsCalls.getShow.path,
  typeof showsCalls.listProgrammeShows.path,
  typeof clocksCalls.listClocks.path,
  typeof djsCalls.getHostDesk.path,
] = [
  "/api/schedule",
  "/api/schedule/now",
  "/api/schedule/holidays",
  "/api/shows",
  "/api/shows/:slug",
  "/api/programme/shows",
  "/api/clocks",
  "/api/live/slot",
];

/** After a change of the schedule, or of the show on air: reloads the shown parts of it. */
export function refreshSchedule(queryClient: QueryClient): void {
  for (const path of schedulePaths) refresh(queryClient, [path]);
}
