import { defaultSeparation } from "@neonrelay/contract";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { assemblePlanner } from "./assemble-planner.ts";
import { fillPlan, type PlanPlace } from "./plan-fill.ts";
import type { KnownTrack } from "./plan-input-store.ts";
import type { PlannedTrack } from "./programme-planner.ts";
import { finish } from "./small-steps.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const startMs = Date.UTC(2027, 0, 1);

/** An event during a plan's time on air. */
type Happening =
  /** The first item begins, plays for some time, and the next one follows. */
  | { readonly kind: "play"; readonly share: number }
  /** An unplanned track plays: a listener requested it, or on-air chose it. */
  | { readonly kind: "request"; readonly track: number }
  /** The first item is unreadable. */
  | { readonly kind: "fail" }
  /** The plan is remade from the stored past, perhaps without the latest play. */
  | { readonly kind: "make"; readonly keepsAll: boolean; readonly isLate: boolean }
  /** An operator drops an item. */
  | { readonly kind: "drop"; readonly index: number };

const happenings = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant("play" as const), share: fc.constantFrom(0.02, 0.3, 1) }),
    fc.record({ kind: fc.constant("request" as const), track: fc.nat(7) }),
    fc.constant({ kind: "fail" as const }),
    fc.record({
      kind: fc.constant("make" as const),
      keepsAll: fc.boolean(),
      isLate: fc.boolean(),
    }),
    fc.record({ kind: fc.constant("drop" as const), index: fc.nat(9) }),
  ),
  { minLength: 1, maxLength: 30 },
);
const libraries = fc.array(
  fc.record({ artist: fc.nat(2), weight: fc.constantFrom(0.5, 1, 2, 4), spins: fc.nat(6) }),
  { minLength: 3, maxLength: 8 },
);

test("[G6] in a tiny library no track is planned right after itself, whatever happens to the plan", () => {
  fc.assert(
    fc.property(libraries, happenings, fc.nat(99), (library, all, seed) => {
      const station = createTinyStation(library, seed);
      for (const happening of all) {
        station.happen(happening);
        const ids = [station.onAir, ...station.plan].flatMap((each) => each?.track.id ?? []);
        const twice = ids.filter((id, index) => id === ids[index + 1]);
        expect({ ids, twice }).toEqual({ ids, twice: [] });
      }
    }),
    { numRuns: 100 },
  );
});

interface Played {
  readonly track: KnownTrack;
  readonly atMs: number;
}

/** A station with one playlist, whose plan reacts to on-air's reports as the server does. */
function createTinyStation(
  library: readonly { readonly artist: number; readonly weight: number; readonly spins: number }[],
  seed: number,
) {
  const tracks = new Map(
    library.map(({ artist, weight }, index): [string, KnownTrack] => {
      const id = `track ${index}`;
      const artistKey = `artist ${artist}`;
      const keys = {
        artistKeys: [artistKey] as const,
        titleKey: `${artistKey}\n${id}`,
        albumKey: null,
      };
      const kind = { isRotated: true, contentKind: "music", isInRotation: true } as const;
      return [
        id,
        {
          id,
          title: id,
          artist: artistKey,
          artists: [artistKey],
          ...keys,
          lengthMs: 200_000,
          weight,
          ...kind,
        },
      ];
    }),
  );
  const past = library.flatMap(({ spins }, index) => {
    const track = tracks.get(`track ${index}`);
    return track === undefined ? [] : Array.from({ length: spins }, () => track);
  });
  // Days ago, so that only the number of spins counts.
  const plays: Played[] = past.map((track, index) => ({
    track,
    atMs: startMs - 9 * 24 * HOUR_MS + index * MINUTE_MS,
  }));
  let nowMs = startMs;
  let made = 0;
  let onAir: Played | null = null;
  let plan: readonly PlanPlace[] = [];

  const assemble = (known: readonly Played[]) =>
    assemblePlanner({
      separation: defaultSeparation,
      seed: seed + made,
      tracks,
      poolTracks: new Map(),
      schedule: {
        spans: [{ ...noEntry, fromMs: startMs - HOUR_MS, untilMs: nowMs + 24 * HOUR_MS }],
        clocks: new Map(),
        hourStart: (atMs) => Math.floor(atMs / HOUR_MS) * HOUR_MS,
        dayBefore: (atMs) => atMs - 24 * HOUR_MS,
      },
      playlists: [
        {
          id: "all",
          name: "all",
          turn: { kind: "weight", weight: 1 },
          order: "shuffled",
          entryIds: null,
          last: null,
          isSeparated: true,
          tracks: [...tracks.values()],
          lastAtMs: startMs,
          tracksSince: 0,
          spins: 0,
        },
      ],
      played: new Map(
        [...tracks.keys()].map((id) => {
          const own = known.filter(({ track }) => track.id === id);
          return [id, { spins: own.length, lastAtMs: own.at(-1)?.atMs ?? 0 }];
        }),
      ),
      begins: known
        .filter(({ atMs }) => atMs > nowMs - 8 * 24 * HOUR_MS)
        .map(({ track, atMs }) => ({ trackId: track.id, atMs, slotId: null })),
    }).planner;
  let planner = assemble(plays);

  const fill = (kept: readonly PlanPlace[]): void => {
    planner.takeBack();
    const joinMs = onAir === null ? nowMs : Math.max(nowMs, onAir.atMs + onAir.track.lengthMs);
    const window = { startMs: joinMs, untilMs: joinMs + HOUR_MS, mostItems: 100 };
    plan = finish(fillPlan(planner, window, kept, makers));
  };
  const begin = (track: KnownTrack, playlistId: string | null): void => {
    nowMs += 1000;
    onAir = { track, atMs: nowMs };
    plays.push(onAir);
    planner.takeBack();
    planner.record({ track, atMs: nowMs, playlistId, playlistEntryId: null, slotId: null });
    planner.settle();
  };
  const makers = {
    toPlace: ({ track, startsAtMs, reason, place }: PlannedTrack): PlanPlace => {
      made += 1;
      const { playlistId, playlistEntryId, pick } = reason;
      const from = { playlistId, playlistEntryId };
      const { gaveWay } = pick;
      return { id: String(made), track, ...from, startsAtMs, isLocked: false, gaveWay, place };
    },
    withNotes: (place: PlanPlace) => place,
  };
  fill([]);

  return {
    get onAir() {
      return onAir;
    },
    get plan() {
      return plan;
    },
    happen: (happening: Happening): void => {
      const [first, ...rest] = plan;
      const track = tracks.get(first?.track.id ?? "");
      switch (happening.kind) {
        case "play":
          if (first === undefined || track === undefined) return;
          begin(track, first.playlistId);
          nowMs += track.lengthMs * happening.share;
          return fill(rest);
        case "request": {
          const asked = tracks.get(`track ${happening.track % tracks.size}`);
          if (asked === undefined) return;
          begin(asked, null);
          return fill(plan);
        }
        case "fail":
          return fill(rest);
        case "make":
          planner = assemble(happening.isLate ? plays.slice(0, -1) : plays);
          fill(happening.keepsAll ? plan : plan.slice(0, 1));
          if (!happening.isLate) return;
          // The start triggers a new plan.
          planner = assemble(plays);
          return fill(plan);
        case "drop": {
          const dropped = plan[happening.index];
          return fill(plan.filter((place) => place !== dropped));
        }
        default:
          return happening satisfies never;
      }
    },
  };
}

const noEntry = {
  entryId: null,
  showId: null,
  showName: null,
  content: { kind: "turns" },
} as const;
