import * as z from "zod";

/** The content of one `levels` message; the contract's Levels says what it means. Silence is LEAST_LEVEL_DB. */
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
