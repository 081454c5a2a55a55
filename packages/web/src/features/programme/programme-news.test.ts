import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { refreshProgramme, refreshSchedule } from "./programme-news.ts";

test("a change of the programme reloads plan, playlists and set-up, with their tracks and reasons", () => {
  const queryClient = new QueryClient();
  const keys = [
    ["/api/plan"],
    ["/api/plan", "item", "why"],
    ["/api/playlists"],
    ["/api/playlists", "id", "tracks"],
    ["/api/set-up"],
    ["/api/queue"],
  ];
  for (const key of keys) queryClient.setQueryData(key, []);

  refreshProgramme(queryClient);

  const areOld = keys.map((key) => queryClient.getQueryState(key)?.isInvalidated);
  expect(areOld).toEqual([true, true, true, true, true, false]);
});

test("a change of the schedule reloads shows, clocks, dates and the host's view", () => {
  const queryClient = new QueryClient();
  const keys = [
    ["/api/schedule", "week"],
    ["/api/schedule/now"],
    ["/api/schedule/holidays"],
    ["/api/shows"],
    ["/api/shows/:slug", "night-flight"],
    ["/api/programme/shows"],
    ["/api/clocks"],
    ["/api/live/slot"],
    ["/api/plan"],
  ];
  for (const key of keys) queryClient.setQueryData(key, []);

  refreshSchedule(queryClient);

  const areOld = keys.map((key) => queryClient.getQueryState(key)?.isInvalidated);
  expect(areOld).toEqual([true, true, true, true, true, true, true, true, false]);
});
