import { gainIn, gainOut } from "../audio/crossfade.ts";
import { PROGRAMME_RATE_HZ, type EnginePlay } from "./engine-protocol.ts";

/** Where in its file an operator has set a track to fade in and out, in samples. */
export interface OwnFades {
  readonly inFrom: number;
  readonly inUntil: number;
  readonly outFrom: number;
  readonly outUntil: number;
}

/** Gains within a fade are exact at this interval, and linear in between. */
const GAIN_STEP_SAMPLES = 64;

/** [P25] null: the track has no fades of its own. */
export function ownFadesOf({ source }: Pick<EnginePlay, "source">): OwnFades | null {
  const cues = source.kind === "file" ? source.cues : null;
  if (cues?.fadeInMs === undefined && cues?.fadeOutMs === undefined) return null;
  const { cueInMs, cueOutMs, fadeInMs = 0, fadeOutMs = 0 } = cues;
  const hasEnd = cueOutMs !== null && fadeOutMs > 0;
  return {
    inFrom: toSamples(cueInMs),
    inUntil: toSamples(cueInMs + fadeInMs),
    outFrom: hasEnd ? toSamples(Math.max(cueInMs, cueOutMs - fadeOutMs)) : Infinity,
    outUntil: hasEnd ? toSamples(cueOutMs) : Infinity,
  };
}

/** Whether the track fades in by itself, or must start without a fade. */
export function hasOwnFadeIn({ source }: Pick<EnginePlay, "source">): boolean {
  return source.kind === "file" && source.cues?.fadeInMs !== undefined;
}

/** The same for its end. */
export function hasOwnFadeOut({ source }: Pick<EnginePlay, "source">): boolean {
  return source.kind === "file" && source.cues?.fadeOutMs !== undefined;
}

/** Gain of the track's own fades at that sample of its file. */
export function ownGain(fades: OwnFades, sample: number): number {
  return (
    gainIn(phaseOf(sample, fades.inFrom, fades.inUntil)) *
    (fades.outFrom === Infinity ? 1 : gainOut(phaseOf(sample, fades.outFrom, fades.outUntil)))
  );
}

/** For how many samples from there the gain is linear; at least 1. */
export function straightSamples(fades: OwnFades, sample: number): number {
  const ahead = [fades.inFrom, fades.inUntil, fades.outFrom, fades.outUntil]
    .map((edge) => edge - sample)
    .filter((distance) => distance > 0);
  const isFading =
    (sample >= fades.inFrom && sample < fades.inUntil) ||
    (sample >= fades.outFrom && sample < fades.outUntil);
  return Math.min(isFading ? GAIN_STEP_SAMPLES : Infinity, ...ahead);
}

/** From 0 to 1; 1 when there is nothing between the two. */
function phaseOf(sample: number, from: number, until: number): number {
  if (sample >= until) return 1;
  return Math.max(0, (sample - from) / (until - from));
}

function toSamples(ms: number): number {
  return Math.round((ms * PROGRAMME_RATE_HZ) / 1000);
}
