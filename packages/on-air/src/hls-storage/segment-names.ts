import { randomBytes } from "node:crypto";

/** The playlist at the storage: where players begin. */
export const PLAYLIST_NAME = "live.m3u8";

/** What the names of all segments at a storage begin with. */
export const SEGMENT_PREFIX = "segment-";
const namePattern = /^segment-\d+-([0-9a-f]{12})\.aac$/;

/** The names of one run of copying. Caches keep for good what they got by a name, so no run may use those of another. */
export interface SegmentNames {
  readonly run: string;
  /** At the storage, of a segment that the station itself calls so. */
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
