import * as z from "zod";

/** What an on-air writes into the folder that it copies to, and again now and then. */
const claimSchema = z.object({
  /** Of the folder of on-air's state, so that it stays the same when on-air starts again. */
  owner: z.string(),
  /** Of one run of copying. */
  run: z.string(),
  /** Differs each time, so that others see that the run goes on, whatever their clock says. */
  beat: z.int(),
});
export type Claim = z.infer<typeof claimSchema>;

/** A claim of another run, and how long ago it was first seen as it is. */
export interface SeenClaim {
  readonly claim: Claim;
  readonly agoMs: number;
}

/**
 * Whether a run may copy to a folder. An on-air that starts again follows its earlier run at once. Others wait until
 * nothing has been heard of the run there for a while; with two copies of one station's data, too, only one run goes on.
 * @param seen what another run has written there; null: nothing
 * @param hasHeld the run that asks has copied there itself
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

/** @returns null: there is none, or it is not one of ours */
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
