import type { Spread } from "./heard-rules.ts";

/** What the station promises its listeners in a fault; null: no promise of that kind. */
export interface FaultPromise {
  /** Maximum silence or foreign sound, in ms. */
  readonly silentMs: number | null;
  /** Maximum time from a listener's last sound to the next, across connections, in ms. */
  readonly pausedMs: number | null;
  /** Maximum programme skipped, in ms; `pause`: as long as a listener got no sound. */
  readonly missingMs: number | "pause" | null;
  /** Maximum programme repeated, in ms. */
  readonly twiceMs: number | null;
  /** No connection ends. */
  readonly keepsConnections: boolean;
  /** Maximum time until the station is healthy, in ms. */
  readonly wellMs: number;
}

/** Time until an unresponsive part is killed, and until on-air detects an unresponsive engine. */
const NOTICE_MS = { part: 5000, engine: 1000 } as const;
const SILENT_MS = 1500;
const BACK_MS = 4000;
/** A player abandons a connection attempt after 8 s, and waits up to 8 s before the next. */
const FOUND_MS = 18_000;
const WELL_MS = 60_000;
/** Data in transit, and what a listener misses who returns after it has left the burst. */
const MISSING_MS = 3000;
const TWICE_MS = 1000;

const unheard: FaultPromise = {
  silentMs: 0,
  pausedMs: null,
  missingMs: 0,
  twiceMs: 0,
  keepsConnections: true,
  wellMs: WELL_MS,
};

/** By kind of fault. */
export const promises = {
  unheard,
  engineKilled: { ...unheard, silentMs: SILENT_MS },
  engineStopped: { ...unheard, silentMs: SILENT_MS + NOTICE_MS.engine },
  onAirKilled: {
    silentMs: null,
    pausedMs: BACK_MS,
    missingMs: MISSING_MS,
    twiceMs: TWICE_MS,
    keepsConnections: false,
    wellMs: WELL_MS,
  },
  onAirStopped: {
    silentMs: null,
    pausedMs: BACK_MS + NOTICE_MS.part,
    missingMs: MISSING_MS,
    twiceMs: TWICE_MS,
    keepsConnections: false,
    wellMs: WELL_MS,
  },
  /**
   * Everything ends with it. The recovery time depends on what restarts it, such as systemd, and each player's on when
   * it reconnects.
   */
  launcherKilled: {
    silentMs: null,
    pausedMs: null,
    missingMs: "pause",
    twiceMs: TWICE_MS,
    keepsConnections: false,
    wellMs: WELL_MS,
  },
} satisfies Readonly<Record<string, FaultPromise>>;

/** For listeners behind a network outage of this length. */
export function afterOutage(outageMs: number): FaultPromise {
  const pausedMs = outageMs + BACK_MS;
  return { ...promises.onAirKilled, pausedMs, missingMs: null, twiceMs: null };
}

/** For listeners who don't notice an outage until the network is back, having lost everything. */
export function afterBlackout(outageMs: number): FaultPromise {
  return { ...afterOutage(outageMs), pausedMs: outageMs + FOUND_MS };
}

/** What all listeners heard during a fault; each in ms. */
export interface CrowdHeard {
  /** Number of listeners, and how many ended without sound. */
  readonly listeners: number;
  readonly silentAtEnd: number;
  /** Connections that ended. */
  readonly drops: number;
  readonly missingMs: Spread;
  readonly twiceMs: Spread;
  readonly foreignMs: Spread;
  readonly stalledMs: Spread;
  /** Foreign and stalled time of one listener together. */
  readonly silentMs: Spread;
  readonly pausedMs: Spread;
  readonly unknownMs: Spread;
}

interface FaultOutcome {
  readonly heard: CrowdHeard;
  /** Missing confirmed writes, as sentences. */
  readonly lost: readonly string[];
  /** From the fault, or from its end if it lasts; null: not within the limit. */
  readonly wellAfterMs: number | null;
  /** How long on-air and engine waited for a CPU, for which they are not responsible. */
  readonly waitedMs: number;
  /** Multiple of the promised time allowed; 1 where speed is judged. */
  readonly timeFactor: number;
}

/** Sound is located to a tenth of a second at either end. */
const TOLERANCE_MS = 200;

/** Maximum unknown sound of a listener before the rest means nothing. */
const UNKNOWN_MS = 1000;

/** @returns broken promises, as sentences */
export function brokenPromises(promise: FaultPromise, outcome: FaultOutcome): readonly string[] {
  const { heard, lost, wellAfterMs, waitedMs, timeFactor } = outcome;
  const { twiceMs, keepsConnections, wellMs } = promise;
  const later = (ms: number | null) => (ms === null || ms === 0 ? ms : ms * timeFactor + waitedMs);
  const silentMs = later(promise.silentMs);
  const pausedMs = later(promise.pausedMs);
  // A listener who returns after the burst's reach has missed as much.
  const missingMs = promise.missingMs === "pause" ? heard.pausedMs.worst : later(promise.missingMs);
  const broken = [...lost];
  if (silentMs !== null && heard.silentMs.worst > silentMs + TOLERANCE_MS)
    broken.push(
      `${seconds(heard.silentMs.worst)} without the programme, ${seconds(silentMs)} at most`,
    );
  if (pausedMs !== null && heard.pausedMs.worst > pausedMs)
    broken.push(
      `a listener was back after ${seconds(heard.pausedMs.worst)}, ${seconds(pausedMs)} at most`,
    );
  if (missingMs !== null && heard.missingMs.worst > missingMs + TOLERANCE_MS)
    broken.push(
      `${seconds(heard.missingMs.worst)} of the programme were left out, ${seconds(missingMs)} at most`,
    );
  if (twiceMs !== null && heard.twiceMs.worst > twiceMs + TOLERANCE_MS)
    broken.push(
      `${seconds(heard.twiceMs.worst)} of the programme came twice, ${seconds(twiceMs)} at most`,
    );
  if (keepsConnections && heard.drops > 0)
    broken.push(`${heard.drops} connections of listeners ended`);
  if (heard.unknownMs.worst > UNKNOWN_MS)
    broken.push(`${seconds(heard.unknownMs.worst)} of what a listener heard could not be judged`);
  if (heard.silentAtEnd > 0) broken.push(`${heard.silentAtEnd} listeners did not come back`);
  if (wellAfterMs === null || wellAfterMs > wellMs)
    broken.push(`all was not well within ${seconds(wellMs)}`);
  return broken;
}

function seconds(ms: number): string {
  return `${Math.round(ms / 100) / 10} s`;
}
