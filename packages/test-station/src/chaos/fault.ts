import { loadavg } from "node:os";
import { healthCalls } from "@neonrelay/contract";
import { waitedMsOf } from "../station-processes.ts";
import { until, type TestStation } from "../test-station.ts";
import { brokenPromises, type CrowdHeard, type FaultPromise } from "./promise-rules.ts";
import type { Scene } from "./scene.ts";
import type { UsersOutcome } from "./web-users.ts";

/** A failure to inflict on a station. */
export interface Fault {
  readonly name: string;
  readonly promise: FaultPromise;
  /** Causes the failure, and ends it unless that is the station's job. */
  readonly inflict: (scene: Scene) => Promise<Aftermath>;
}

/** State after a fault has ended. */
interface Aftermath {
  /** Whether the station has done its part, such as replacing a dead process. */
  readonly isDone: () => boolean;
  /** Irreparable losses, as sentences. */
  readonly lost: readonly string[];
}

/** The station only has to carry on. */
export const over: Aftermath = { isDone: () => true, lost: [] };

/** The outcome of a fault. */
export interface FaultResult {
  readonly fault: string;
  readonly heard: CrowdHeard;
  readonly wrote: UsersOutcome;
  readonly wellAfterMs: number | null;
  /** How long the processes that make sound waited for a CPU. */
  readonly waitedMs: number;
  /** Load average of the last minute, at the end. */
  readonly load: number;
  /** Broken promises, as sentences. */
  readonly broken: readonly string[];
  /** The station's output, if one was broken. */
  readonly said: readonly string[];
}

/** Sound recorded before and after, to include the fault's start and end. */
const AROUND_MS = 1200;
/** Length of the burst for a new listener, plus some. */
const BURST_MS = 6000;
/** A station not well by then never will be. */
const PATIENCE_MS = 90_000;

/**
 * Inflicts a fault on a healthy station, and waits until it is healthy again.
 * @param options `timeFactor`: multiple of the promised time allowed; `playsOn`: then also skip to the next track,
 * which takes some seconds, and check the history's plays
 */
export async function tryFault(
  fault: Fault,
  scene: Scene,
  { timeFactor, playsOn }: { readonly timeFactor: number; readonly playsOn: boolean },
): Promise<FaultResult> {
  const { crowd, users } = scene;
  await users.begin();
  crowd.begin();
  await crowd.hears(AROUND_MS);
  users.beginUpload();
  const waits = waitsOf(scene.station());
  const before = scene.station().lines;
  const linesBefore = before.length;
  const aftermath = await fault.inflict(scene);
  const fromMs = performance.now();
  const wellAfterMs = await until(
    "all is well",
    async () => {
      const isWell =
        aftermath.isDone() &&
        crowd.isHearing &&
        users.confirmedAtMs > fromMs &&
        (await isHealthy(scene.station()));
      return isWell && { ms: performance.now() - fromMs };
    },
    { limitMs: PATIENCE_MS },
  ).then(
    ({ ms }) => ms,
    () => null,
  );
  const waitedMs = waitedSince(waits, scene.station());
  if (wellAfterMs !== null) await crowd.hears(AROUND_MS);
  const wrote = await users.end();
  const heard = await crowd.count();
  const wrongPlays = playsOn && wellAfterMs !== null ? await playOn(scene) : [];
  const lost = [...aftermath.lost, ...wrote.lost, ...wrongPlays];
  const broken = brokenPromises(fault.promise, { heard, lost, wellAfterMs, waitedMs, timeFactor });
  const load = Math.round((loadavg()[0] ?? 0) * 10) / 10;
  const { lines } = scene.station();
  // After a restart it is a different station object.
  const said = broken.length === 0 ? [] : lines.slice(lines === before ? linesBefore : 0);
  return { fault: fault.name, heard, wrote, wellAfterMs, waitedMs, load, broken, said };
}

/** Skips to the next track, which later listeners hear from the start of their burst. */
async function playOn({ crowd, users }: Scene): Promise<readonly string[]> {
  const wrong = await users.playOn();
  await crowd.hears(BURST_MS);
  return wrong;
}

/** By process id. */
type Waits = ReadonlyMap<number, number>;

function waitsOf(station: TestStation): Waits {
  const { engine, "on-air": onAir } = station.parts();
  const pids = [engine, onAir].filter((pid) => pid !== undefined);
  return new Map(pids.map((pid) => [pid, waitedMsOf(pid)]));
}

function waitedSince(before: Waits, station: TestStation): number {
  return [...waitsOf(station)].reduce((sum, [pid, ms]) => sum + ms - (before.get(pid) ?? 0), 0);
}

/** Whether every part runs, and the station reports itself healthy. */
async function isHealthy(station: TestStation): Promise<boolean> {
  const { server, engine, "on-air": onAir } = station.parts();
  if (server === undefined || engine === undefined || onAir === undefined) return false;
  try {
    const { status, body } = await station.visitor().call("GET", "/api/health");
    return status === 200 && healthCalls.getHealth.response.parse(body).ok;
  } catch {
    return false; // the server is being started
  }
}
