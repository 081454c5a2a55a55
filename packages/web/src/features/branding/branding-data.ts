import { defaultBranding, brandingCalls } from "@neonrelay/contract/callers";
import type { Branding } from "@neonrelay/contract/callers";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { callApi } from "../../api/call-api.ts";
import { stationData } from "../../api/query-client.ts";
import { loadBranding } from "./stored-branding.ts";

/** Shows the stored branding of the last visit until the station answers. */
export const brandingQuery = queryOptions<Branding>({
  ...stationData,
  queryKey: [brandingCalls.getBranding.path],
  queryFn: ({ signal }) => callApi(brandingCalls.getBranding, {}, signal),
  initialData: loadBranding,
  initialDataUpdatedAt: 0,
});

export function useBranding(): Branding {
  return useQuery(brandingQuery).data ?? defaultBranding;
}
