import { settingsCalls } from "@neonrelay/contract/callers";
import { queryOptions } from "@tanstack/react-query";
import { callApi } from "../../api/call-api.ts";

/** A page that prefetched the settings renders within this time, in ms. */
const FRESH_MS = 2000;

export const stationSettingsQuery = queryOptions({
  queryKey: [settingsCalls.getStationSettings.path],
  queryFn: ({ signal }) => callApi(settingsCalls.getStationSettings, {}, signal),
  staleTime: FRESH_MS,
  refetchOnMount: true,
});
