// Apart from the library's own queries: the palette needs none of what they load.
import { libraryGroupsCalls, tracksCalls } from "@neonrelay/contract/callers";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { callApi } from "../../api/call-api.ts";
import { stationData } from "../../api/query-client.ts";

/** The tracks that match best. While typing, the earlier ones stay. */
export function useMatchingTracks(text: string, isWanted: boolean) {
  return useQuery({
    ...stationData,
    queryKey: [tracksCalls.searchTracks.path, text],
    queryFn: ({ signal }) => callApi(tracksCalls.searchTracks, { query: { q: text } }, signal),
    enabled: isWanted && text !== "",
    placeholderData: keepPreviousData,
  });
}

/** The artists with the text in their name, those with most tracks first. While typing, the earlier ones stay. */
export function useMatchingArtists(text: string, limit: number) {
  return useQuery({
    ...stationData,
    queryKey: [libraryGroupsCalls.listArtists.path, { text, limit }],
    queryFn: ({ signal }) =>
      callApi(
        libraryGroupsCalls.listArtists,
        { query: { q: text, limit, sort: "tracks" } },
        signal,
      ),
    enabled: text !== "",
    placeholderData: keepPreviousData,
  });
}
