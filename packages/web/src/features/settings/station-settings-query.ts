import { settingsApi } from "@neonrelay/contract";
import { queryOptions } from "@tanstack/react-query";
import { callApi } from "../../api/call-api.ts";

/** The page that asked for them ahead is drawn within this time, in ms. */
const FRESH_MS = 2000;

export const stationSettingsQuery = queryOptions({
  queryKey: [settingsApi.getStationSettings.path],
  queryFn: ({ signal }) => callApi(settingsApi.getStationSettings, {}, signal),
  staleTime: FRESH_MS,
  refetchOnMount: true,
});
