import { analysisCalls, planCalls, settingsCalls } from "@neonrelay/contract/callers";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { callApi } from "../../../api/call-api.ts";
import { useCommand } from "../../../api/use-command.ts";

/** The analysed time: a number of past weeks, or the coming days. */
export type AnalysedSpan =
  | { readonly span: "past"; readonly weeks: number }
  | { readonly span: "coming" };

/** The last results stay as long as the page, and are shown while a new one is computed. */
const gcTime = Infinity;

/** The figures of a span; computed when they are opened, and by 'Work Out Again'. */
export function useAnalysis(wanted: AnalysedSpan) {
  return useQuery({
    gcTime,
    queryKey: [analysisCalls.getAnalysis.path, wanted],
    queryFn: ({ signal }) => callApi(analysisCalls.getAnalysis, { query: wanted }, signal),
  });
}

/** @param date undefined: today; while another day loads, the previous one stays */
export function useComingDay(date: string | undefined) {
  return useQuery({
    gcTime,
    queryKey: [analysisCalls.getComingDay.path, date],
    queryFn: ({ signal }) =>
      callApi(analysisCalls.getComingDay, { query: date === undefined ? {} : { date } }, signal),
    placeholderData: keepPreviousData,
  });
}

/** Sets how far apart tracks of one artist, title and album are kept, in minutes; the plan is then remade. */
export function useSaveSeparation() {
  return useCommand({
    run: (separation: {
      readonly artistMinutes: number;
      readonly titleMinutes: number;
      readonly albumMinutes: number;
    }) => callApi(settingsCalls.putStationSettings, { body: { separation } }),
    done: { title: "Separation Saved" },
    failure: "The rules could not be saved",
    labels: {
      "separation.artistMinutes": "Same artist again after",
      "separation.titleMinutes": "Same title again after",
      "separation.albumMinutes": "Same album again after",
    },
    changes: [
      settingsCalls.getStationSettings.path,
      planCalls.getPlan.path,
      analysisCalls.getAnalysis.path,
      analysisCalls.getComingDay.path,
    ],
  });
}
