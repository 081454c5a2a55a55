import {
  planCalls,
  playlistsCalls,
  trackProgrammeCalls,
  tracksCalls,
} from "@neonrelay/contract/callers";
import type { Track } from "@neonrelay/contract/callers";
import { callApi } from "../../../api/call-api.ts";
import { useCommand } from "../../../api/use-command.ts";
import { countOf } from "../../../ui/count-of.ts";
import type { ProgrammeChange } from "./track-programme-rules.ts";

/** Tracks per call. */
const MAX_AT_ONCE = 500;

/** Sets kind, weight and rotation of tracks; omitted fields stay. */
export function useChangeTracksProgramme() {
  return useCommand({
    run: async ({
      tracks,
      change,
    }: {
      readonly tracks: readonly Track[];
      readonly change: ProgrammeChange;
    }) => {
      const ids = tracks.map(({ id }) => id);
      let changed = 0;
      for (let from = 0; from < ids.length; from += MAX_AT_ONCE) {
        const trackIds = ids.slice(from, from + MAX_AT_ONCE);
        const body = { trackIds, ...change };
        changed += (await callApi(trackProgrammeCalls.changeTracksProgramme, { body })).changed;
      }
      return changed;
    },
    done: (changed) => ({ title: "Tracks Changed", text: countOf(changed, "track") }),
    failure: "The tracks could not be changed",
    labels: { weightPercent: "Weight" },
    changes: [
      tracksCalls.listTracks.path,
      tracksCalls.searchTracks.path,
      playlistsCalls.listPlaylists.path,
      planCalls.getPlan.path,
    ],
  });
}

/** Loads the rest of a list to select it. */
export function useLoadAll() {
  return useCommand({
    run: (load: () => Promise<readonly Track[]>) => load(),
    done: undefined,
    failure: "The tracks could not be loaded",
    changes: [],
  });
}
