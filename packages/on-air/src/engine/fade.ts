import { gainIn, gainOut } from "../audio/crossfade.ts";
import type { Ending } from "./change-rules.ts";
import { RAMP_SAMPLES } from "./join-rules.ts";
import { mixVoice, type Voice } from "./voice.ts";

/** One side of a fade: `done` of `length` samples are over. */
interface FadeSide {
  length: number;
  done: number;
}

/** A change from one voice to another, each at its own pace. */
export interface Fade {
  readonly from: Voice;
  readonly ending: Ending;
  /** Gain of the outgoing voice besides its fade: less than 1 if the programme was being faded out. */
  readonly level: number;
  readonly out: FadeSide;
  /** The outgoing voice has its own fade, so only the end of this one is applied. */
  readonly isOutOwn: boolean;
  readonly in: FadeSide;
  /** First mixed frame with the new voice's label. */
  labelFrame: number;
}

/** Gains within a fade are exact at this interval, and linear in between. */
const GAIN_STEP_SAMPLES = 64;

/** How much may be mixed at once; 0 when the fade is over. */
export function fadeStep(fade: Fade): number {
  const sides = [leftOf(fade.out), leftOf(fade.in)].filter((left) => left > 0);
  return sides.length === 0 ? 0 : Math.min(GAIN_STEP_SAMPLES, ...sides);
}

/** Whether the outgoing voice is still audible. */
export function isFromHeard(fade: Fade): boolean {
  return leftOf(fade.out) > 0;
}

/** Mixes the next `count` samples of both voices, at most a `fadeStep`. */
export function mixFade(
  fade: Fade,
  target: Float32Array,
  { to, at, count }: { readonly to: Voice; readonly at: number; readonly count: number },
): void {
  if (isFromHeard(fade))
    mixVoice(fade.from, target, {
      at,
      count,
      gainFrom: fade.level * gainOut(outPhase(fade, 0)),
      gainTo: fade.level * gainOut(outPhase(fade, count)),
    });
  mixVoice(to, target, {
    at,
    count,
    gainFrom: gainIn(phaseOf(fade.in, 0)),
    gainTo: gainIn(phaseOf(fade.in, count)),
  });
  fade.out.done += count;
  fade.in.done += count;
}

/** Ends a running fade within 10 ms, for something more urgent. */
export function hurryFade(fade: Fade): void {
  for (const side of [fade.out, fade.in]) {
    if (leftOf(side) <= RAMP_SAMPLES) continue;
    side.length = Math.ceil(RAMP_SAMPLES / (1 - phaseOf(side, 0)));
    side.done = side.length - RAMP_SAMPLES;
  }
}

export function finishFade(fade: Fade): void {
  for (const side of [fade.out, fade.in]) side.done = side.length;
}

function leftOf({ length, done }: FadeSide): number {
  return Math.max(0, length - done);
}

/** From 0 to 1, `ahead` samples from now. */
function outPhase({ out, isOutOwn }: Fade, ahead: number): number {
  if (!isOutOwn) return phaseOf(out, ahead);
  const length = Math.min(RAMP_SAMPLES, out.length);
  return Math.max(0, phaseOf({ length, done: length - leftOf(out) }, ahead));
}

/** The same for one side. */
function phaseOf({ length, done }: FadeSide, ahead: number): number {
  return length === 0 ? 1 : Math.min(1, (done + ahead) / length);
}
