import * as z from "zod";

/** Content of a `levels` message; see Levels in the contract for its meaning. Silence is LEAST_LEVEL_DB. */
export const LEVEL_BANDS = 64;
export const LEVEL_SAMPLES = 128;
export const LEAST_LEVEL_DB = -127.5;
export const levelsShape = {
  bandsDb: z.array(z.number()).length(LEVEL_BANDS),
  samples: z.array(z.int()).length(LEVEL_SAMPLES),
  rmsLeftDb: z.number(),
  rmsRightDb: z.number(),
  peakDb: z.number(),
};
