import { defaultSeparation } from "@neonrelay/contract";
import { expect, test } from "vitest";
import { assemblePlanner } from "./assemble-planner.ts";
import { fillPlan, type PlanPlace } from "./plan-fill.ts";
import type { KnownTrack } from "./plan-input-store.ts";
import type { PlannedTrack } from "./programme-planner.ts";
import { finish } from "./small-steps.ts";

const HOUR_MS = 3_600_000;
const startMs = Date.UTC(2027, 0, 1);
const span = { startMs, untilMs: startMs + HOUR_MS, mostItems: 100 };

const tracks = new Map(
  ["one", "two", "jingle"].map((id): [string, KnownTrack] => {
    const keys = { artistKeys: [id] as const, titleKey: `${id}\n${id}`, albumKey: null };
    const kind = { isRotated: true, contentKind: "music", isInRotation: true } as const;
    return [
      id,
      { id, title: id, artist: id, artists: [id], ...keys, lengthMs: 200_000, weight: 1, ...kind },
    ];
  }),
);

let made = 0;
const makers = {
  toPlace: ({ track, startsAtMs, reason, place }: PlannedTrack): PlanPlace => {
    made += 1;
    const { playlistId, playlistEntryId, pick } = reason;
    const from = { playlistId, playlistEntryId };
    const { gaveWay } = pick;
    return {
      id: String(made),
      track,
      ...from,
      startsAtMs,
      isLocked: false,
      gaveWay,
      place,
    };
  },
  withNotes: (place: PlanPlace) => place,
};

test("[G3][G14] replanning keeps the items of a rundown, even a jingle that violates every separation rule", () => {
  const noEntry = { entryId: null, showId: null, showName: null } as const;
  const { planner } = assemblePlanner({
    separation: defaultSeparation,
    seed: 1,
    tracks,
    poolTracks: new Map(),
    schedule: {
      spans: [
        { ...noEntry, content: { kind: "turns" }, fromMs: startMs, untilMs: startMs + 2 * HOUR_MS },
      ],
      clocks: new Map(),
      hourStart: (atMs) => Math.floor(atMs / HOUR_MS) * HOUR_MS,
      dayBefore: (atMs) => atMs - 24 * HOUR_MS,
    },
    playlists: [
      {
        id: "rundown",
        name: "rundown",
        turn: { kind: "weight", weight: 1 },
        order: "ordered",
        entryIds: ["1", "2", "3", "4"],
        last: null,
        isSeparated: true,
        tracks: ["one", "jingle", "two", "jingle"].flatMap((id) => tracks.get(id) ?? []),
        lastAtMs: startMs,
        tracksSince: 0,
        spins: 0,
      },
    ],
    played: new Map(),
    begins: [],
  });

  const first = finish(fillPlan(planner, span, [], makers));
  planner.takeBack();
  const second = finish(fillPlan(planner, span, first, makers));

  expect(first.slice(0, 5).map(({ playlistEntryId }) => playlistEntryId)).toEqual([
    "1",
    "2",
    "3",
    "4",
    "1",
  ]);
  expect(second).toEqual(first);
});
