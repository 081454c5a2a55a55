import * as z from "zod/mini";
import {
  analysisCalls,
  COMING_DAYS,
  MAX_PAST_WEEKS,
  type Analysis,
  type ComingDay,
} from "./analysis.ts";
import { defineApi } from "./endpoint.ts";
import { localDateSchema } from "./on-now.ts";

const playlist = { id: "5b0d3c1e-4d0f-4a0e-9c57-0a8f4be7d6a1", name: "Evening drive" };
const clock = { id: "7d1b0a0e-4a77-4a30-9a52-3c0b1de0a2f4", name: "Music hour" };
const slotId = "b8a3c7d2-1f5e-4a2b-8e0d-6c9f4b7a1e35";
const track = {
  trackId: "1f0e8c52-6a0b-4d7e-9c3f-5b2a8d4e7f60",
  title: "Night Drive",
  artist: "Neon Coast",
};
const analysisExample: Analysis = {
  timeZone: "Europe/Berlin",
  from: "2027-03-01T00:00:00.000Z",
  until: "2027-03-08T00:00:00.000Z",
  isWhole: true,
  itemCount: 2380,
  playlists: [
    {
      ...playlist,
      trackCount: 214,
      playedCount: 212,
      spins: 640,
      lowest: 0,
      highest: 4,
      turnoverHours: 56.2,
    },
  ],
  artistCount: 96,
  artists: [{ artist: "Neon Coast", trackCount: 8, spins: 41 }],
  separation: {
    artist: {
      ruleMinutes: 60,
      shortest: [
        {
          name: "Neon Coast",
          minutes: 48,
          isTooShort: true,
          first: { ...track, at: "2027-03-02T18:00:00.000Z" },
          second: { ...track, at: "2027-03-02T18:48:00.000Z" },
        },
      ],
    },
    title: { ruleMinutes: 120, shortest: [] },
    album: { ruleMinutes: 0, shortest: [] },
  },
  neverCount: 1,
  never: [{ ...track, kind: "music", playlists: [playlist], reason: "waits" }],
  problemCount: 1,
  problems: [
    {
      sentence: "A slot of “Music hour” has no track that can be played, so the next slot came.",
      show: null,
      clock,
      slotId,
      playlist: null,
      times: 24,
      at: ["2027-03-01T00:00:00.000Z"],
    },
  ],
};
const comingExample: ComingDay = {
  timeZone: "Europe/Berlin",
  date: "2027-03-02",
  dates: ["2027-03-01", "2027-03-02"],
  isWhole: true,
  items: [
    {
      ...track,
      startsAt: "2027-03-02T18:04:10.000Z",
      durationMs: 238_400,
      playlist,
      show: null,
      clock,
      slotId,
      isExact: false,
      isPlanned: false,
      sentence: "A slot of the clock “Music hour” takes from “Evening drive”.",
    },
  ],
};

export const analysisApi = defineApi(analysisCalls, {
  getAnalysis: {
    access: "programme",
    summary:
      "How even the programme was or will be: turnover, spins, separations, tracks that never come, hours that can't be filled",
    query: z.object({
      span: z
        .enum(["past", "coming"])
        .check(
          z.describe(`What was on air, or the coming ${COMING_DAYS} days as they would be now`),
        ),
      weeks: z._default(
        z.coerce
          .number()
          .check(z.int(), z.minimum(1), z.maximum(MAX_PAST_WEEKS), z.describe("Of the past")),
        4,
      ),
    }),
    example: { response: analysisExample },
  },
  getComingDay: {
    access: "programme",
    errors: ["invalid_request"],
    summary: `One of the coming ${COMING_DAYS} days item by item, as it would be now`,
    query: z.object({
      date: z.optional(
        localDateSchema.check(z.describe("On the station's calendar; without it: today")),
      ),
    }),
    example: { response: comingExample },
  },
});
