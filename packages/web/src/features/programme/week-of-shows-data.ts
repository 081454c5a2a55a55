import {
  clocksCalls,
  playlistsCalls,
  scheduleCalls,
  showsCalls,
} from "@neonrelay/contract/callers";
import { callApi } from "../../api/call-api.ts";
import { useCommand } from "../../api/use-command.ts";
import { randomUuid } from "../../browser/random-uuid.ts";
import type { ClockDraft } from "./clocks/clock-draft.ts";
import { allMusic } from "./playlists/playlist-draft.ts";
import { scheduleChanges } from "./schedule-data.ts";
import { weekClocks, weekEntry, weekShows } from "./week-of-shows.ts";
import { localMoment } from "./week/zone-time.ts";

/** Makes clocks, shows and their times; the playlist comes last, since with it the station has a programme. */
export function useCreateWeekOfShows() {
  return useCommand({
    run: async () => {
      const drafts = weekClocks(randomUuid);
      const clockIds = {
        music: await createClock(drafts.music),
        morning: await createClock(drafts.morning),
      };
      const now = new Date();
      const { timeZone } = await callApi(scheduleCalls.getSchedule, {
        query: { from: now.toISOString(), to: new Date(now.getTime() + 60_000).toISOString() },
      });
      const today = localMoment(now.getTime(), timeZone).date;
      for (const each of weekShows(clockIds)) {
        const { id } = await callApi(showsCalls.createShow, {
          body: { ...each.show, hostIds: [...each.show.hostIds] },
        });
        const entry = weekEntry(each, { showId: id, today });
        await callApi(scheduleCalls.createScheduleEntry, {
          body: { ...entry, except: [...entry.except] },
        });
      }
      for (const body of allMusic) await callApi(playlistsCalls.createPlaylist, { body });
    },
    done: { title: "Programme Set Up", text: "You can change everything under Week and Shows." },
    failure: "The programme could not be set up",
    changes: [...scheduleChanges, playlistsCalls.listPlaylists.path],
  });
}

async function createClock(draft: ClockDraft): Promise<string> {
  const body = { ...draft, slots: [...draft.slots] };
  return (await callApi(clocksCalls.createClock, { body })).id;
}
