import type { Spread } from "./heard-rules.ts";

/** What the station promises its listeners for a fault; null: nothing of that kind. */
export interface FaultPromise {
  /** Longest time in which something else than the programme is heard, or nothing, in ms. */
  readonly silentMs: number | null;
  /** Longest time from a listener's last sound to the next, over connections, in ms. */
  readonly pausedMs: number | null;
  /** Most that is left out of the programme, in ms; `pause`: what was on air while a listener got no sound. */
  readonly missingMs: number | "pause" | null;
  /** Most that comes twice, in ms. */
  readonly twiceMs: number | null;
  /** No connection ends. */
  readonly keepsConnections: boolean;
  /** Longest time until all is well again, in ms. */
  readonly wellMs: number;
}

/** Until a part that shows no sign of life is killed, and until on-air has noticed the same of its engine. */
const NOTICE_MS = { part: 5000, engine: 1000 } as const;
const SILENT_MS = 1500;
const BACK_MS = 4000;
/** A player gives up a try to connect after 8 s, and waits up to 8 s before the next. */
const FOUND_MS = 18_000;
const WELL_MS = 60_000;
/** What is on its way to a listener, and what they miss who are back when it is in no burst any more. */
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

/** By the kind of a fault. */
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
   * With it everything ends. What starts it again, such as systemd, decides how long that takes, and each player, when it
   * comes back.
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

/** For listeners behind a network that is away for so long. */
export function afterOutage(outageMs: number): FaultPromise {
  const pausedMs = outageMs + BACK_MS;
  return { ...promises.onAirKilled, pausedMs, missingMs: null, twiceMs: null };
}

/** For listeners who hear nothing of it when a network that loses everything for so long is well again. */
export function afterBlackout(outageMs: number): FaultPromise {
  return { ...afterOutage(outageMs), pausedMs: outageMs + FOUND_MS };
}

/** What all listeners heard of a fault; each in ms. */
export interface CrowdHeard {
  /** How many there were, and how many of them ended without sound. */
  readonly listeners: number;
  readonly silentAtEnd: number;
  /** Connections that ended. */
  readonly drops: number;
  readonly missingMs: Spread;
  readonly twiceMs: Spread;
  readonly foreignMs: Spread;
  readonly stalledMs: Spread;
  /** What was foreign and what was stalled of one listener together. */
  readonly silentMs: Spread;
  readonly pausedMs: Spread;
  readonly unknownMs: Spread;
}

interface FaultOutcome {
  readonly heard: CrowdHeard;
  /** Confirmed writes that are not there, as sentences. */
  readonly lost: readonly string[];
  /** From the fault on, or from its end where it lasts; null: not within the limit. */
  readonly wellAfterMs: number | null;
  /** How long on-air and engine waited for a processor, which is not theirs to answer for. */
  readonly waitedMs: number;
  /** How many times as long as promised it may take; 1 where speed is judged. */
  readonly timeFactor: number;
}

/** What is heard is known to a tenth of a second at either end. */
const TOLERANCE_MS = 200;

/** Of what a listener heard, this much may be unknown before the rest says nothing. */
const UNKNOWN_MS = 1000;

/** @returns what did not hold, as sentences */
export function brokenPromises(promise: FaultPromise, outcome: FaultOutcome): readonly string[] {
  const { heard, lost, wellAfterMs, waitedMs, timeFactor } = outcome;
  const { twiceMs, keepsConnections, wellMs } = promise;
  const later = (ms: number | null) => (ms === null || ms === 0 ? ms : ms * timeFactor + waitedMs);
  const silentMs = later(promise.silentMs);
  const pausedMs = later(promise.pausedMs);
  // Who is back later than the burst reaches has missed as much.
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
