import { randomBytes } from "node:crypto";

/** The playlist at the storage, where players start. */
export const PLAYLIST_NAME = "live.m3u8";

/** Prefix of all segment names at a storage. */
export const SEGMENT_PREFIX = "segment-";
const namePattern = /^segment-\d+-([0-9a-f]{12})\.aac$/;

/** The names used by one run of copying. Caches keep files indefinitely by name, so no run may reuse another's. */
export interface SegmentNames {
  readonly run: string;
  /** Name at the storage for a segment of the station's. */
  readonly of: (stationName: string) => string;
  /** Whether it is a segment of an earlier run. */
  readonly isOfEarlierRun: (name: string) => boolean;
}

export function makeSegmentNames(run = randomBytes(6).toString("hex")): SegmentNames {
  return {
    run,
    of: (stationName) => `${SEGMENT_PREFIX}${stationName.replace(/\.aac$/, "")}-${run}.aac`,
    isOfEarlierRun: (name) => {
      const [, otherRun] = namePattern.exec(name) ?? [];
      return otherRun !== undefined && otherRun !== run;
    },
  };
}
