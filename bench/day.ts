import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { MAX_PLAN_ITEMS, type FromOnAir, type PlanItem } from "@neonrelay/on-air/protocol";
import { EXACT_GRACE_MS, NEAR_MS } from "../packages/server/src/programme/frame-walk.ts";
import { planFrames, type PlanFrame } from "../packages/server/src/programme/plan-frames.ts";
import type { PlannedTrack } from "../packages/server/src/programme/programme-planner.ts";
import { layOut, planStation } from "../packages/server/src/programme/test-station-planner.ts";
import { makeStation } from "../packages/server/src/programme/test-station-week.ts";
import { benchSettings, startBareOnAir, trackOf } from "./bare-on-air.ts";
import type { BenchResult } from "./main.ts";
import { BRIDGE_WARNING } from "./soak-air.ts";

const run = promisify(execFile);
const HOUR_MS = 3_600_000;
const fromMs = Date.UTC(2027, 0, 4, 23);
const USUAL_SPEED = 8;
/** Tolerance for exact items. */
const EXACT_MS = 250;
/** From the order to the first item, in real time. */
const LEAD_MS = 20_000;
const TONE_SECONDS = 345;
/** Upper bound for the day's run, in real time. */
const PATIENCE_MS = 60_000;

/** A day of shows and clocks through the real engine, faster than real time: when each item reaches the encoder. */
export async function benchDay({
  hours,
  speed: wantedSpeed,
}: {
  readonly hours: number;
  /** Multiple of real time; null: the default. */
  readonly speed: number | null;
}): Promise<BenchResult> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "neonrelay-day-"));
  try {
    const speed = wantedSpeed ?? USUAL_SPEED;
    const day = planDay(hours);
    const began = performance.now();
    const aired = await broadcast({ folder, day, speed });
    const minutes = Math.round((performance.now() - began) / 6000) / 10;
    return judge({ day, aired, told: `${hours} h at ${speed} times real time in ${minutes} min` });
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

interface PlannedDay {
  readonly items: readonly (PlannedTrack & { readonly itemId: string })[];
  readonly frames: readonly PlanFrame[];
}

function planDay(hours: number): PlannedDay {
  const station = withWindows(makeStation({ trackCount: 5000, seed: 5 }));
  const schedule = layOut(station, { fromMs, days: 2, timeZone: "Europe/Berlin" });
  const state = { schedule, nowMs: fromMs, seed: 1, plays: [], before: null };
  const { planner } = planStation(station, state);
  const items: (PlannedTrack & { readonly itemId: string })[] = [];
  for (let atMs = fromMs; atMs < fromMs + hours * HOUR_MS && items.length < MAX_PLAN_ITEMS;) {
    const item = planner.next(atMs);
    if (item === null) throw new Error("the made-up station has no tracks");
    items.push({ ...item, itemId: randomUUID() });
    atMs = planner.endOf(item.track, atMs);
  }
  return { items, frames: planFrames(schedule) };
}

/** In every second clock the break after forty minutes gets a window instead of a time. */
function withWindows(station: ReturnType<typeof makeStation>): ReturnType<typeof makeStation> {
  const window = { kind: "window", second: 2400, untilSecond: 2640, whileLive: "wait" } as const;
  return {
    ...station,
    clocks: station.clocks.map((clock, index) => ({
      ...clock,
      slots: clock.slots.map((slot) =>
        index % 2 === 0 && slot.start.kind === "soft" && slot.start.second === window.second
          ? { ...slot, start: window }
          : slot,
      ),
    })),
  };
}

interface Aired {
  /** When each item reached the encoder, in ms of programme from the start of the day. */
  readonly startMs: ReadonlyMap<string, number>;
  /** How often the engine was late and the bridge stood in. */
  readonly bridges: number;
  /** Warnings and errors of on-air. */
  readonly complaints: readonly string[];
}

async function broadcast({
  folder,
  day,
  speed,
}: {
  readonly folder: string;
  readonly day: PlannedDay;
  readonly speed: number;
}): Promise<Aired> {
  const tones = await makeTones(folder);
  const startedAtMs = new Map<string, number>();
  const complaints: string[] = [];
  let bridges = 0;
  const take = (message: FromOnAir): void => {
    // The engine's first start has one, too.
    const hasBegun = startedAtMs.size > 0;
    if (hasBegun && message.kind === "log" && message.line.includes(BRIDGE_WARNING)) bridges += 1;
    if (message.kind !== "event") return;
    const { event } = message;
    if (event.type === "play.started" && event.play.itemId !== null)
      startedAtMs.set(event.play.itemId, event.play.startedAtMs);
    if (event.type === "item.missed") complaints.push(event.detail);
    if (event.type === "track.failed") complaints.push("a track failed");
  };
  await using onAir = await startBareOnAir({
    folder,
    tracks: [trackOf(tones[0] ?? "")],
    settings: { ...benchSettings, isOpusOn: false, isAacOn: false },
    clockSpeed: speed,
    environment: {},
    onMessage: take,
  });
  const beginMs = Date.now() + LEAD_MS;
  const wallMs = (atMs: number) => beginMs + (atMs - fromMs) / speed;
  const items = day.items.map((item, index): PlanItem => ({
    ...trackOf(tones[index % tones.length] ?? ""),
    itemId: item.itemId,
    cues: {
      cueInMs: 0,
      cueOutMs: item.track.lengthMs,
      startNextMs: item.track.lengthMs,
      isDecay: false,
    },
    start: index === 0 ? exactAt(beginMs, speed) : startOf(item, { wallMs, speed }),
  }));
  await onAir.link.order("setPlan", { items });
  const last = day.items.at(-1);
  const limitMs = wallMs(last?.startsAtMs ?? fromMs) + PATIENCE_MS;
  while (!startedAtMs.has(last?.itemId ?? "") && Date.now() < limitMs) await delay(1000);
  const startMs = new Map([...startedAtMs].map(([id, atMs]) => [id, (atMs - beginMs) * speed]));
  return { startMs, bridges, complaints };
}

type TimeScale = {
  /** Real time of a moment of the day. */
  readonly wallMs: (atMs: number) => number;
  readonly speed: number;
};

function startOf(
  { place: { start } }: PlannedTrack,
  { wallMs, speed }: TimeScale,
): PlanItem["start"] {
  switch (start.kind) {
    case "follow":
      return start;
    case "soft":
      return {
        kind: "soft",
        fromMs: wallMs(start.fromMs - NEAR_MS),
        untilMs: start.untilMs === null ? null : wallMs(start.untilMs),
      };
    case "exact":
      return exactAt(wallMs(start.atMs), speed);
    case "window":
      return { ...exactAt(wallMs(start.untilMs), speed), fromMs: wallMs(start.fromMs) };
    default:
      return start satisfies never;
  }
}

function exactAt(atMs: number, speed: number) {
  const graceMs = EXACT_GRACE_MS / speed;
  return { kind: "exact", fromMs: null, atMs, graceMs, whileLive: "wait" } as const;
}

/** Tones as long as the longest track; each item plays a part of one. */
async function makeTones(folder: string): Promise<readonly string[]> {
  return await Promise.all(
    [220, 330, 440, 550].map(async (hz) => {
      const file = path.join(folder, `tone-${hz}.mp3`);
      const tone = `sine=frequency=${hz}:duration=${TONE_SECONDS}:sample_rate=44100`;
      const output = ["-ac", "2", "-b:a", "128k", file];
      await run("ffmpeg", ["-nostdin", "-v", "error", "-f", "lavfi", "-i", tone, ...output]);
      return file;
    }),
  );
}

function judge({
  day: { items, frames },
  aired: { startMs, bridges, complaints },
  told,
}: {
  readonly day: PlannedDay;
  readonly aired: Aired;
  readonly told: string;
}): BenchResult {
  const offs = items.flatMap(({ itemId, startsAtMs, place }) => {
    const ms = startMs.get(itemId);
    return ms === undefined
      ? []
      : { start: place.start, atMs: fromMs + ms, offMs: fromMs + ms - startsAtMs };
  });
  const of = (kind: PlannedTrack["place"]["start"]["kind"]) =>
    offs.filter(({ start }) => start.kind === kind);
  const farthest = (those: typeof offs) =>
    Math.round(Math.max(0, ...those.map(({ offMs }) => Math.abs(offMs))));
  const endMs = items.at(-1)?.startsAtMs ?? fromMs;
  const filled = frames.filter(
    ({ clock, untilMs }) => clock?.isFilled === true && untilMs > fromMs && untilMs < endMs,
  );
  const notFilled = filled.filter(({ untilMs }) => {
    const next = frames.find((frame) => frame.fromMs === untilMs);
    const room = next?.start === "window" ? (next.latestMs ?? untilMs) - untilMs : 0;
    return !offs.some(({ atMs }) => atMs >= untilMs - NEAR_MS && atMs <= untilMs + room + NEAR_MS);
  });
  const outside = of("window").filter(
    ({ start, atMs }) =>
      start.kind === "window" &&
      (atMs < start.fromMs - EXACT_MS || atMs > start.untilMs + EXACT_MS),
  );
  const late = of("exact").filter(({ offMs }) => Math.abs(offMs) > EXACT_MS);
  return {
    rows: [
      { what: `items on air, of ${items.length}`, figure: offs.length },
      {
        what: `exact items off by more than ${EXACT_MS} ms, of ${of("exact").length}`,
        figure: late.length,
      },
      { what: "exact items, farthest off, ms", figure: farthest(of("exact")) },
      {
        what: `soft items, farthest from their planned join, of ${of("soft").length}, ms`,
        figure: farthest(of("soft")),
      },
      { what: `items outside their window, of ${of("window").length}`, figure: outside.length },
      { what: "all items, farthest from their planned time, ms", figure: farthest(offs) },
      {
        what: `filled times without a join within 10 s, of ${filled.length}`,
        figure: notFilled.length,
      },
    ],
    aim: `${told}; aim: every item on air, exact ones within ${EXACT_MS} ms, none outside its window, every filled time met`,
    broken: [
      ...(bridges === 0
        ? []
        : [`${bridges} bridges: the machine was too busy to judge, ask for a lower --speed`]),
      ...complaints,
      ...(offs.length === items.length ? [] : [`${items.length - offs.length} items did not come`]),
      ...(late.length === 0 ? [] : ["exact items were late or early"]),
      ...(outside.length === 0 ? [] : ["items came outside their window"]),
      ...(notFilled.length === 0 ? [] : ["filled times were not met"]),
    ],
  };
}
