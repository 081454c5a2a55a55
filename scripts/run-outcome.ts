import { readFileSync } from "node:fs";
import * as z from "zod";

/** What became of one suite, a line of the file that the reporter writes. */
const suiteOutcomeSchema = z.object({
  project: z.string(),
  suite: z.string(),
  passed: z.int(),
  /** Tests that were left out, each for what it needs of the machine, or for a reason in the suite. */
  leftOut: z.array(z.object({ name: z.string(), tags: z.array(z.string()) })),
  /** Each names what failed in its first line; why is below. */
  failures: z.array(z.string()),
  /** The time of the run was over before its last test. */
  isCut: z.boolean(),
});
export type SuiteOutcome = z.infer<typeof suiteOutcomeSchema>;

/** A line is written as soon as it is known, so that a run which is broken off has said what it found. */
const outcomeLineSchema = z.union([
  z.object({ kind: z.literal("suite"), ...suiteOutcomeSchema.shape }),
  z.object({ kind: z.literal("error"), words: z.string() }),
  z.object({ kind: z.literal("end") }),
]);
export type OutcomeLine = z.infer<typeof outcomeLineSchema>;

/** What the reporter has written so far. */
export function readOutcome(file: string): readonly OutcomeLine[] {
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => outcomeLineSchema.parse(JSON.parse(line)));
}
