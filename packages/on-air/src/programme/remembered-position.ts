import * as z from "zod";
import type { StateFile } from "../state/state-file.ts";
import type { Ring } from "../stream/ring.ts";
import { msToSamples } from "./programme-clock.ts";

const REMEMBER_EVERY_MS = 5000;

/** The programme's position as remembered between runs of on-air. */
export const rememberedPositionSchema = z.object({
  endSamples: z.int().min(0),
  /** Wall clock of the note, in ms. */
  atMs: z.number(),
});
export type RememberedPosition = Readonly<z.infer<typeof rememberedPositionSchema>>;

/** Records the programme's position every few seconds. @returns records it once more and stops */
export function rememberPosition(
  file: StateFile<RememberedPosition>,
  ring: Pick<Ring, "endSamples">,
): () => void {
  const remember = (): void => file.save({ endSamples: ring.endSamples, atMs: Date.now() });
  const timer = setInterval(remember, REMEMBER_EVERY_MS);
  return () => {
    clearInterval(timer);
    remember();
  };
}

/**
 * Where a new run of on-air starts: the remembered end plus the wall-clock time since, so that positions keep their
 * meaning for browsers connected before. The programme position never goes back: a wall clock that was set back counts
 * as no time passed, and the margin covers what was sent after the last note.
 * @param marginSamples the most that may have been sent since the note, beyond the wall-clock time
 */
export function firstPositionSamples({
  remembered,
  nowMs,
  marginSamples,
}: {
  readonly remembered: RememberedPosition | null;
  readonly nowMs: number;
  readonly marginSamples: number;
}): number {
  if (remembered === null) return 0;
  const passedMs = Math.max(0, nowMs - remembered.atMs);
  return remembered.endSamples + msToSamples(passedMs) + marginSamples;
}
