import * as z from "zod/mini";
import { defineApi } from "./endpoint.ts";
import {
  historySteps,
  listenedTrackSorts,
  listenersCalls,
  MAX_LISTENED_DAYS,
  MAX_PLACE_DAYS,
  type CurrentListener,
  type ListenedShow,
  type ListenedTrack,
  type ListenerPlaces,
  type ListeningHistory,
} from "./listeners.ts";
import { localDateSchema } from "./on-now.ts";

const period = {
  from: z.optional(
    localDateSchema.check(z.describe("First day, on the station's calendar; 30 days by default")),
  ),
  to: z.optional(localDateSchema.check(z.describe("Last day; today by default"))),
};

const page = {
  limit: z
    ._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(500)), 100)
    .check(z.describe("How many rows to return at most")),
  offset: z
    ._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(1_000_000)), 0)
    .check(z.describe("How many of the first rows to skip")),
};

const listenerExample: CurrentListener = {
  id: "4b1c8f52-0d3e-4c6a-9f17-2e5d8a7b6c90",
  since: "2027-03-01T18:30:00.000Z",
  seconds: 1260.4,
  mount: "/stream.mp3",
  via: "stream",
  edge: null,
  player: "VLC",
  device: "computer",
  country: "DE",
  subdivision: "BE",
};
const uniques = { average: 412, highest: 412 };
const sums = {
  seconds: 2_851_200,
  averageListeners: 33,
  peakListeners: 96,
  sessions: 1288,
  lostSessions: 0,
  uniques,
};
const historyExample: ListeningHistory = {
  timeZone: "Europe/Berlin",
  step: "day",
  steps: [
    {
      from: "2027-02-28T23:00:00.000Z",
      to: "2027-03-01T23:00:00.000Z",
      date: "2027-03-01",
      ...sums,
    },
  ],
  total: sums,
};
const audience = { plays: 6, seconds: 43_200, atStart: 198, joined: 14, left: 11, leftEarly: 3 };
const trackExample: ListenedTrack = {
  trackId: "1f0e8c52-6a0b-4d7e-9c3f-5b2a8d4e7f60",
  title: "Night Drive",
  artist: "Neon Coast",
  ...audience,
  likes: 4,
  requests: 1,
};
const showExample: ListenedShow = {
  id: "3c8e4a17-9f2b-4d65-8e01-5a7b9c3d2f10",
  name: "Night Flight",
  broadcasts: 4,
  averageListeners: 41.5,
  ...audience,
};
const placesExample: ListenerPlaces = {
  countries: [
    { value: "DE", seconds: 1_900_800, sessions: 840 },
    { value: null, seconds: 950_400, sessions: 448 },
  ],
  players: [{ value: "VLC", seconds: 2_851_200, sessions: 1288 }],
  devices: [{ value: "computer", seconds: 2_851_200, sessions: 1288 }],
  mounts: [{ value: "/stream.mp3", seconds: 2_851_200, sessions: 1288 }],
  edges: [{ value: null, seconds: 2_851_200, sessions: 1288 }],
  via: [{ value: "stream", seconds: 2_851_200, sessions: 1288 }],
};

export const listenersApi = defineApi(listenersCalls, {
  listCurrentListeners: {
    access: "audience",
    errors: ["unavailable", "conflict"],
    summary: "Who listens now, the longest first; X-Total-Count has their number",
    query: z.object(page),
    example: { response: [listenerExample] },
  },
  disconnectListener: {
    access: "audience",
    errors: ["not_found", "unavailable", "conflict"],
    summary: "End a listener's connections; most players reconnect by themselves",
    params: z.object({ id: z.uuid().check(z.describe("Id of the session")) }),
    example: { response: { disconnected: true } },
  },
  getListeningHistory: {
    access: "audience",
    errors: ["invalid_request"],
    summary: "How much was listened in each hour, day, week or month",
    query: z.object({
      ...period,
      step: z
        ._default(z.enum(historySteps), "day")
        .check(z.describe("Weeks begin on Monday; the first and last step may be cut")),
    }),
    example: { response: historyExample },
  },
  listListenedTracks: {
    access: "audience",
    errors: ["invalid_request"],
    summary: `What listeners did during each track, for at most ${MAX_LISTENED_DAYS} days; X-Total-Count has the number of tracks`,
    query: z.object({
      ...period,
      ...page,
      sort: z._default(z.enum(listenedTrackSorts), "seconds").check(z.describe("What to sort by")),
      order: z
        ._default(z.enum(["ascending", "descending"]), "descending")
        .check(z.describe("The highest first, unless ascending")),
    }),
    example: { response: [trackExample] },
  },
  listListenedShows: {
    access: "signed-in",
    errors: ["invalid_request"],
    summary: `What listeners did during each show, for at most ${MAX_LISTENED_DAYS} days; without the right \`audience\`, only the shows that you host`,
    query: z.object(period),
    example: { response: [showExample] },
  },
  getListenerPlaces: {
    access: "audience",
    errors: ["invalid_request"],
    summary: `From where and how they listened, for at most ${MAX_PLACE_DAYS} days`,
    query: z.object(period),
    example: { response: placesExample },
  },
});
