import { fillPlan, type PlanPlace } from "../packages/server/src/programme/plan-fill.ts";
import type { PlannedTrack } from "../packages/server/src/programme/programme-planner.ts";
import { finish } from "../packages/server/src/programme/small-steps.ts";
import { simulate } from "../packages/server/src/programme/test-simulation.ts";
import { layOut, planStation } from "../packages/server/src/programme/test-station-planner.ts";
import { makeStation } from "../packages/server/src/programme/test-station-week.ts";
import type { BenchResult } from "./main.ts";
import { onAirMemoryMib } from "./on-air-library.ts";
import { medianOf } from "./process-figures.ts";

const DAY_MS = 24 * 3_600_000;
const RUNS = 15;
const fromMs = Date.UTC(2027, 0, 3, 23);
const inBerlin = { fromMs, timeZone: "Europe/Berlin" };

/** The planning rules without sound or database: a year on a fast clock, and plans of a large library. */
export async function benchProgramme(): Promise<BenchResult> {
  const { ms, outcome: year } = cpuMsOf(() =>
    simulate(makeStation({ trackCount: 5000, seed: 5 }), { ...inBerlin, days: 365, seed: 5 }),
  );
  const runs = measurePlans();
  const memoryMib = await onAirMemoryMib(1000);
  const largeMemoryMib = await onAirMemoryMib(100_000);
  const column = (pick: (run: PlanTimes) => number) => Math.round(medianOf(runs.map(pick)));
  return {
    rows: [
      { what: "a year simulated, CPU s", figure: Math.round(ms / 1000) },
      { what: "plays in it", figure: year.items },
      { what: "requests among them", figure: year.requests },
      ...Object.entries(year.liveShows).map(([kind, count]) => ({
        what: `live shows with a DJ who is ${djWords[kind] ?? kind}`,
        figure: count,
      })),
      { what: `exact items missed, of ${year.exactItems}`, figure: year.exactMissed },
      { what: "exact items more than 250 ms late", figure: year.exactLate },
      { what: "exact items that wait for a DJ who overruns", figure: year.exactBehindDjs },
      { what: `hours and parts not filled, of ${year.filledHours}`, figure: year.notFilled },
      { what: "separations broken that could be kept", figure: year.brokenInVain },
      {
        what: `playlists uneven in the first four weeks, of ${year.evenness.playlists}`,
        figure: year.evenness.uneven.filter(({ week }) => week === 0).length,
      },
      {
        what: `playlists uneven in any of ${year.evenness.spans} spans of four weeks`,
        figure: year.evenness.uneven.length,
      },
      {
        what: "the most spins that a track had too many there",
        figure: Math.max(0, ...year.evenness.uneven.map(({ tooMany }) => tooMany)),
      },
      { what: "24 h planned from 100,000 tracks, CPU ms", figure: column((run) => run.planMs) },
      {
        what: "the same for a library just read, CPU ms",
        figure: column((run) => run.firstPlanMs),
      },
      { what: "one changed item replanned, CPU ms", figure: column((run) => run.replanMs) },
      { what: "on-air's memory with 1,000 tracks, MiB", figure: Math.round(memoryMib) },
      { what: "on-air's memory with 100,000 tracks, MiB", figure: Math.round(largeMemoryMib) },
      { what: "their ratio", figure: Math.round((largeMemoryMib / memoryMib) * 100) / 100 },
    ],
    aim: "aim: nothing missed, not filled, broken or uneven; a plan of 24 h in 300 ms, a change in 50 ms",
    broken: [],
  };
}

const djWords: Readonly<Record<string, string>> = { overrun: "overrunning" };

/** CPU time, garbage collection included. */
interface PlanTimes {
  /** For a library that an earlier plan was made from. */
  readonly planMs: number;
  readonly firstPlanMs: number;
  readonly replanMs: number;
}

function measurePlans(): readonly PlanTimes[] {
  const station = makeStation({ trackCount: 100_000, seed: 5 });
  const [other] = station.tracks;
  if (other === undefined) throw new Error("the made-up station has no tracks");
  const window = { startMs: fromMs, untilMs: fromMs + DAY_MS, mostItems: 1000 };
  const schedule = layOut(station, { ...inBerlin, days: 2 });
  const known = planStation(station, { schedule, nowMs: fromMs, seed: 0, plays: [], before: null });
  return Array.from({ length: RUNS }, (_, seed) => {
    const planWith = (before: typeof known | null) => {
      const state = { schedule, nowMs: fromMs, seed, plays: [], before };
      const { planner } = planStation(station, state);
      return { planner, plan: finish(fillPlan(planner, window, [], makers)) };
    };
    const first = cpuMsOf(() => planWith(null));
    const { ms: planMs, outcome } = cpuMsOf(() => planWith(known));
    const { planner, plan } = outcome;
    const changed = plan.map((place, index) =>
      index === 5 ? { ...place, track: other, isLocked: true } : place,
    );
    const replan = cpuMsOf(() => {
      planner.takeBack();
      finish(fillPlan(planner, window, changed, makers));
    });
    return { planMs, firstPlanMs: first.ms, replanMs: replan.ms };
  });
}

function cpuMsOf<Outcome>(work: () => Outcome): { readonly ms: number; readonly outcome: Outcome } {
  const before = process.cpuUsage();
  const outcome = work();
  const { user, system } = process.cpuUsage(before);
  return { ms: (user + system) / 1000, outcome };
}

let made = 0;
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
