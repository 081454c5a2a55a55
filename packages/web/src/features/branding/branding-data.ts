import {
  type Branding,
  brandingCalls,
  brandingSchema,
  defaultBranding,
} from "@neonrelay/contract/callers";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { callApi } from "../../api/call-api.ts";
import { stationData } from "../../api/query-client.ts";

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

const KEY = "station_branding";

/** undefined on a first visit, and if another version stored it. */
export function loadBranding(): Branding | undefined {
  try {
    const parsed = brandingSchema.safeParse(JSON.parse(localStorage.getItem(KEY) ?? "null"));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}

export function saveBranding(branding: Branding): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(branding));
  } catch (error) {
    console.warn("branding not stored", error);
  }
}
