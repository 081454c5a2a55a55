import { planCalls, playlistsCalls, type SetUp, setUpCalls } from "@neonrelay/contract/callers";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { callApi } from "../../api/call-api.ts";
import { stationData } from "../../api/query-client.ts";
import { useCommand } from "../../api/use-command.ts";
import type { PlaylistDraft } from "./playlists/playlists-data.ts";

/** The queries that change with the chosen programme. */
export const programmeChoiceChanges: readonly string[] = [
  setUpCalls.getSetUp.path,
  playlistsCalls.listPlaylists.path,
  planCalls.getPlan.path,
];

const setUpQuery = queryOptions<SetUp>({
  ...stationData,
  queryKey: [setUpCalls.getSetUp.path],
  queryFn: ({ signal }) => callApi(setUpCalls.getSetUp, {}, signal),
  staleTime: 0,
});

/** What is left to do on a new station. */
export function useSetUp() {
  return useQuery(setUpQuery);
}

/** Chooses playlists as the programme; none: the operator makes their own. */
export function useChooseProgramme() {
  return useCommand({
    run: async ({
      playlists,
      onChosen,
    }: {
      readonly playlists: readonly PlaylistDraft[];
      readonly onChosen: () => void;
    }) => {
      await callApi(setUpCalls.chooseProgramme, { body: { playlists: [...playlists] } });
      onChosen();
      return playlists.length;
    },
    done: (count) =>
      count === 0
        ? undefined
        : { title: "Programme Set Up", text: "You can change everything under Playlists." },
    failure: "The programme could not be set up",
    changes: programmeChoiceChanges,
  });
}

/** Hides what is left to do, for everyone. */
export function useDismissSetUp() {
  return useCommand({
    run: () => callApi(setUpCalls.dismissSetUp, {}),
    done: undefined,
    failure: "The list could not be dismissed",
    changes: [setUpCalls.getSetUp.path],
  });
}
