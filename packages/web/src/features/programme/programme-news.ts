import { planCalls, playlistsCalls } from "@neonrelay/contract/callers";
import type { QueryClient } from "@tanstack/react-query";
import { refresh } from "../../api/refresh.ts";

/** After a change of the programme: asks for what is shown of plan and playlists again. */
export function refreshProgramme(queryClient: QueryClient): void {
  for (const { path } of [planCalls.getPlan, playlistsCalls.listPlaylists])
    refresh(queryClient, [path]);
}
