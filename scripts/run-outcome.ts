import * as z from "zod";

/** What a run of vitest came to. */
export const runOutcomeSchema = z.object({
  passed: z.int(),
  skipped: z.int(),
  /** Each names what failed in its first line; why is below. */
  failures: z.array(z.string()),
});
export type RunOutcome = z.infer<typeof runOutcomeSchema>;
