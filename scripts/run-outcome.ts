import * as z from "zod";

/** What a run of vitest came to. */
export const runOutcomeSchema = z.object({
  passed: z.int(),
  leftOut: z.array(
    z.object({
      project: z.string(),
      suite: z.string(),
      name: z.string(),
      tags: z.array(z.string()),
    }),
  ),
  /** `project: suite` of those of which no test ran. */
  suitesLeftOut: z.array(z.string()),
  /** Each names what failed in its first line; why is below. */
  failures: z.array(z.string()),
});
export type RunOutcome = z.infer<typeof runOutcomeSchema>;
