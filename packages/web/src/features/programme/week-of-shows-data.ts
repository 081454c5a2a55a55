import { clocksCalls, scheduleCalls, setUpCalls, showsCalls } from "@neonrelay/contract/callers";
import { callApi } from "../../api/call-api.ts";
import { useCommand } from "../../api/use-command.ts";
import { randomUuid } from "../../browser/random-uuid.ts";
import type { ClockDraft } from "./clocks/clocks-data.ts";
import { allMusic } from "./playlists/playlists-data.ts";
import { scheduleChanges } from "./schedule-data.ts";
import { programmeChoiceChanges } from "./set-up-data.ts";
import { weekClocks, weekEntry, weekShows } from "./week-of-shows.ts";
import { localMoment } from "./week/zone-time.ts";

/** Creates clocks, shows and their times. The playlist comes last: with it the programme is chosen. */
export function useCreateWeekOfShows() {
  return useCommand({
    run: async (onChosen: () => void) => {
      const drafts = weekClocks(randomUuid);
      const clockIds = {
        music: await clockOf(drafts.music),
        morning: await clockOf(drafts.morning),
      };
      const today = await todayAtStation();
      const shows = await callApi(showsCalls.listProgrammeShows, {});
      for (const each of weekShows(clockIds)) {
        // Keep what an earlier attempt created.
        if (shows.some(({ name }) => name === each.show.name)) continue;
        const { id } = await callApi(showsCalls.createShow, {
          body: { ...each.show, hostIds: [...each.show.hostIds] },
        });
        const entry = weekEntry(each, { showId: id, today });
        await callApi(scheduleCalls.createScheduleEntry, {
          body: { ...entry, except: [...entry.except] },
        });
      }
      await callApi(setUpCalls.chooseProgramme, { body: { playlists: [...allMusic] } });
      onChosen();
    },
    done: { title: "Programme Set Up", text: "You can change everything under Week and Shows." },
    failure: "The programme could not be set up",
    changes: [...scheduleChanges, ...programmeChoiceChanges],
  });
}

/** @returns the id of the clock of that name, created if missing */
async function clockOf(draft: ClockDraft): Promise<string> {
  const clocks = await callApi(clocksCalls.listClocks, {});
  const there = clocks.find(({ name }) => name === draft.name);
  if (there !== undefined) return there.id;
  const body = { ...draft, slots: [...draft.slots] };
  return (await callApi(clocksCalls.createClock, { body })).id;
}

async function todayAtStation(): Promise<string> {
  const now = new Date();
  const { timeZone } = await callApi(scheduleCalls.getSchedule, {
    query: { from: now.toISOString(), to: new Date(now.getTime() + 60_000).toISOString() },
  });
  return localMoment(now.getTime(), timeZone).date;
}
