import type { TrackCues } from "@neonrelay/contract";
import type { Database } from "../../database/database.ts";
import type { StationEvents } from "../../events/station-events.ts";
import { findCueProblem, userCues, type CueProblem } from "./cue-edit-rules.ts";
import { findCuedTrack, saveUserCues, type CuedTrack } from "./cue-store.ts";

/** Sets the cue points, fades and gain of a track; on-air gets them before the track plays. */
export async function setCues(
  { database, events }: { readonly database: Database; readonly events: StationEvents },
  { trackId, cues }: { readonly trackId: string; readonly cues: TrackCues },
): Promise<
  | { readonly kind: "unknown" }
  | { readonly kind: "invalid"; readonly problem: CueProblem }
  | { readonly kind: "set"; readonly track: CuedTrack }
> {
  const outcome = await database.transaction(async (transaction) => {
    const track = await findCuedTrack(transaction, trackId, { isLocked: true });
    if (track === null) return { kind: "unknown" } as const;
    const problem = findCueProblem(cues, track);
    if (problem !== null) return { kind: "invalid", problem } as const;
    await saveUserCues(transaction, { trackId, cues });
    return { kind: "set", track: { ...track, ...userCues(cues) } } as const;
  });
  // Resends the plan, the queue and the rotation to on-air.
  if (outcome.kind === "set") events.publish({ type: "library.changed" });
  return outcome;
}
