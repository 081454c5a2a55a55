import * as z from "zod/mini";
import { defineApi } from "./endpoint.ts";
import { localDateSchema } from "./on-now.ts";
import { MAX_SPOT_DAYS, spotFilesCalls, spotsCalls, type SpotLog } from "./spots.ts";

const period = {
  from: z.optional(
    localDateSchema.check(z.describe("First day, in the station's time zone; a week by default")),
  ),
  to: z.optional(localDateSchema.check(z.describe("Last day; today by default"))),
  trackId: z.optional(z.uuid().check(z.describe("Only this spot"))),
};

function pageSize(described: string) {
  return z._default(
    z.coerce.number().check(z.int(), z.minimum(1), z.maximum(500), z.describe(described)),
    100,
  );
}

function pageStart(described: string) {
  return z._default(
    z.coerce.number().check(z.int(), z.minimum(0), z.maximum(1_000_000), z.describe(described)),
    0,
  );
}

const example: SpotLog = {
  timeZone: "Europe/Berlin",
  airings: [
    {
      id: "7c7e6f0e-0d0b-4f7e-8a52-1d2b3c4d5e6f",
      trackId: "0d6f3a52-9c1e-4b60-8f0f-2f0f6d1b7c44",
      title: "Spring sale",
      artist: "Corner Shop",
      show: { id: "0f6f3a52-9c1e-4b60-8f0f-2f0f6d1b7c11", name: "Night drive" },
      clock: { id: "7d1b0a0e-4a77-4a30-9a52-3c0b1de0a2f4", name: "Music hour" },
      slotNumber: 3,
      isBreak: true,
      plannedAt: "2027-03-01T18:30:00.000Z",
      airedAt: "2027-03-01T18:31:12.400Z",
      lengthMs: 30_000,
      playedMs: 30_200,
      outcome: "whole",
      listeners: 112,
    },
  ],
  total: 1,
  days: [{ date: "2027-03-01", title: "Spring sale", artist: "Corner Shop", whole: 1, cut: 0 }],
  dayTotal: 1,
  spots: [
    {
      trackId: "0d6f3a52-9c1e-4b60-8f0f-2f0f6d1b7c44",
      title: "Spring sale",
      artist: "Corner Shop",
    },
  ],
};

export const spotsApi = defineApi(spotsCalls, {
  getSpotLog: {
    access: "programme",
    errors: ["invalid_request"],
    summary: `Which spots were on air and when, for at most ${MAX_SPOT_DAYS} days`,
    query: z.object({
      ...period,
      limit: pageSize("How many airings to return at most"),
      offset: pageStart("How many of the newest airings to skip"),
      dayLimit: pageSize("How many rows of `days` to return at most"),
      dayOffset: pageStart("How many of the newest rows of `days` to skip"),
    }),
    example: { response: example },
  },
});

export const spotFilesApi = defineApi(spotFilesCalls, {
  downloadSpotLog: {
    access: "programme",
    errors: ["invalid_request"],
    mediaType: "text/csv",
    summary: "The same as a table for advertisers, oldest first",
    query: z.object(period),
  },
});
