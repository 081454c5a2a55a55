import * as z from "zod";

/** What on-air writes, and regularly rewrites, in the folder it copies to. */
const claimSchema = z.object({
  /** Identifies on-air's state folder, so it survives restarts. */
  owner: z.string(),
  /** Identifies one run of copying. */
  run: z.string(),
  /** Differs each time, so that others see the run is alive, whatever their clocks say. */
  beat: z.int(),
});
export type Claim = z.infer<typeof claimSchema>;

/** Another run's claim, and how long ago it was first seen in this state. */
export interface SeenClaim {
  readonly claim: Claim;
  readonly agoMs: number;
}

/**
 * Whether a run may copy to a folder. A restarted on-air takes over from its earlier run at once. Others wait until the
 * run there has been silent for a while; of two runs with copies of one station's data, too, only one goes on.
 * @param seen another run's claim; null: none
 * @param hasHeld whether the asking run has copied there before
 */
export function mayHold({
  seen,
  own,
  hasHeld,
  silentMs,
}: {
  readonly seen: SeenClaim | null;
  readonly own: Pick<Claim, "owner" | "run">;
  readonly hasHeld: boolean;
  readonly silentMs: number;
}): boolean {
  if (seen === null || seen.claim.run === own.run) return true;
  const isEarlierRun = seen.claim.owner === own.owner && !hasHeld;
  return isEarlierRun || seen.agoMs >= silentMs;
}

/** @returns null when there is none, or it is not ours */
export function readClaim(text: string | null): Claim | null {
  if (text === null) return null;
  try {
    const claim = claimSchema.safeParse(JSON.parse(text));
    return claim.success ? claim.data : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
