import type { NowPlaying } from "@neonrelay/contract/callers";
import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { nowPlayingQuery } from "../features/radio/radio-data.ts";
import { feedFromQueries } from "./create-station.ts";

const nowPlayingAt = (positionMs: number): NowPlaying => ({
  now: null,
  isEmergencyLoop: false,
  track: null,
  startedAtMs: null,
  durationMs: null,
  serverNowMs: 0,
  positionMs,
  next: null,
  history: [],
});

function followProgramme(): { readonly queryClient: QueryClient; readonly heard: number[] } {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const heard: number[] = [];
  feedFromQueries(queryClient, {
    recordStream: () => {},
    recordNowPlaying: ({ positionMs }) => heard.push(positionMs),
    recordRadioState: () => {},
    recordBranding: () => {},
  });
  return { queryClient, heard };
}

test("a value from the socket and a fetched one are each passed on once", async () => {
  const { queryClient, heard } = followProgramme();

  queryClient.setQueryData(nowPlayingQuery.queryKey, nowPlayingAt(1000));
  await queryClient.fetchQuery({
    ...nowPlayingQuery,
    staleTime: 0,
    queryFn: () => Promise.resolve(nowPlayingAt(2000)),
  });

  expect(heard).toEqual([1000, 2000]);
});

test("a failed fetch does not make the old value count as new", async () => {
  const { queryClient, heard } = followProgramme();
  queryClient.setQueryData(nowPlayingQuery.queryKey, nowPlayingAt(1000));

  await queryClient
    .fetchQuery({
      ...nowPlayingQuery,
      staleTime: 0,
      retry: false,
      queryFn: () => Promise.reject(new Error("the station is away")),
    })
    .catch(() => "as it should");

  expect(heard).toEqual([1000]);
});
