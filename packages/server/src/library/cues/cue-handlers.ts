import { type CueSheet, type TrackCues, trackCuesApi } from "@neonrelay/contract";
import type { Database } from "../../database/database.ts";
import type { StationEvents } from "../../events/station-events.ts";
import { ApiFailure } from "../../http-kit/api-failure.ts";
import { feature, type HandlersFor } from "../../http-kit/route.ts";
import type { SystemLog } from "../../logs/system-log.ts";
import { decideGain } from "../gain-rules.ts";
import { type CuedTrack, findCuedTrack, saveUserCues } from "./cue-store.ts";
import { noSuchTrack, refuseCues } from "./cue-failures.ts";
import { type CueProblem, findCueProblem, userCues } from "./cue-edit-rules.ts";

export const cueFeature = feature(trackCuesApi, cueHandlers);

/** API for where tracks begin and end on air, and how loud they are. */
function cueHandlers({
  database,
  events,
  systemLog,
}: {
  readonly database: Database;
  readonly events: StationEvents;
  readonly systemLog: SystemLog;
}): HandlersFor<typeof trackCuesApi> {
  return {
    getTrackCues: async ({ params: { id } }) => {
      const track = await findCuedTrack(database.connection, id, { isLocked: false });
      if (track === null) throw new ApiFailure(noSuchTrack);
      return toCueSheet(track);
    },
    setTrackCues: async ({ params: { id }, body }, { caller }) => {
      const outcome = await setCues({ database, events }, { trackId: id, cues: body });
      if (outcome.kind === "unknown") throw new ApiFailure(noSuchTrack);
      if (outcome.kind === "invalid") return refuseCues(outcome.problem);
      const { title, artist } = outcome.track;
      systemLog.recordOperatorAction({
        who: caller,
        action: "set the cue points of a track",
        details: { title, artist, ...body },
      });
      return toCueSheet(outcome.track);
    },
  };
}

function toCueSheet(track: CuedTrack): CueSheet {
  const { id, title, artist, durationMs, cueInMs, cueOutMs, startNextMs } = track;
  return {
    trackId: id,
    title,
    artist,
    durationMs,
    measured: cueInMs === null ? null : { cueInMs, cueOutMs, startNextMs },
    set: {
      cueInMs: track.userCueInMs,
      cueOutMs: track.userCueOutMs,
      startNextMs: track.userStartNextMs,
      fadeInMs: track.userFadeInMs,
      fadeOutMs: track.userFadeOutMs,
      gainDb: track.userGainDb,
    },
    loudnessGainDb: decideGain(track, track.targetLufs).gainDb,
  };
}

/** Sets the cue points, fades and gain of a track; on-air gets them before the track plays. */
async function setCues(
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
