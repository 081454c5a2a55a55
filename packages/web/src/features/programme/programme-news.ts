import type { planCalls, playlistsCalls } from "@neonrelay/contract/callers";
import type { QueryClient } from "@tanstack/react-query";
import { refresh } from "../../api/refresh.ts";

/** By name: every page would carry the schemas of plan and playlists otherwise. */
const shownPaths: readonly [
  typeof planCalls.getPlan.path,
  typeof playlistsCalls.listPlaylists.path,
] = ["/api/plan", "/api/playlists"];

/** After a change of the programme: loads what is shown of plan and playlists again. */
export function refreshProgramme(queryClient: QueryClient): void {
  for (const path of shownPaths) refresh(queryClient, [path]);
}
