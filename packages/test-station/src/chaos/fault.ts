import { loadavg } from "node:os";
import { healthCalls } from "@neonrelay/contract";
import { waitedMsOf } from "../station-processes.ts";
import { until, type TestStation } from "../test-station.ts";
import { brokenPromises, type CrowdHeard, type FaultPromise } from "./promise-rules.ts";
import type { Scene } from "./scene.ts";
import type { UsersOutcome } from "./web-users.ts";

/** Something that goes wrong with a station. */
export interface Fault {
  readonly name: string;
  readonly promise: FaultPromise;
  /** Makes it go wrong, and right again where that is not the station's to do. */
  readonly inflict: (scene: Scene) => Promise<Aftermath>;
}

/** What is left of a fault once it is over. */
interface Aftermath {
  /** Whether the station has done its part, such as another process in place of a dead one. */
  readonly isDone: () => boolean;
  /** What it has cost that can't be repaired, as sentences. */
  readonly lost: readonly string[];
}

/** The station has nothing to do but to go on. */
export const over: Aftermath = { isDone: () => true, lost: [] };

/** What came of a fault. */
export interface FaultResult {
  readonly fault: string;
  readonly heard: CrowdHeard;
  readonly wrote: UsersOutcome;
  readonly wellAfterMs: number | null;
  /** How long the parts that make sound waited for a processor. */
  readonly waitedMs: number;
  /** Of the machine at its end: processes that run or want to, in the last minute. */
  readonly load: number;
  /** Promises that did not hold, as sentences. */
  readonly broken: readonly string[];
  /** What the station said meanwhile, when one did not hold. */
  readonly said: readonly string[];
}

/** What is heard before and after it, so that its beginning and its end are in between. */
const AROUND_MS = 1200;
/** What a listener that connects gets at once, and a little. */
const BURST_MS = 6000;
/** A station that is not well by then won't be. */
const PATIENCE_MS = 90_000;

/**
 * Inflicts a fault on a station that is well, and waits until it is well again.
 * @param options `timeFactor`: how many times as long as promised it may take; `playsOn`: whether it then goes on to the
 * next track, which takes some seconds, and looks at the plays of the history
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
  // Started again, it is another one.
  const said = broken.length === 0 ? [] : lines.slice(lines === before ? linesBefore : 0);
  return { fault: fault.name, heard, wrote, wellAfterMs, waitedMs, load, broken, said };
}

/** The station goes on to the next track, which every listener that comes back later hears from its burst on. */
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

/** Whether every part runs, and the station says itself that it is well. */
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
