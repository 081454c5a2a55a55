import { readFileSync } from "node:fs";
import * as z from "zod";

/** The outcome of one suite: one line of the reporter's file. */
const suiteOutcomeSchema = z.object({
  project: z.string(),
  suite: z.string(),
  passed: z.int(),
  /** Skipped tests, with the needs that are missing, or skipped for a reason given in the suite. */
  leftOut: z.array(z.object({ name: z.string(), tags: z.array(z.string()) })),
  /** Each begins with a line naming the failed test, followed by the reason. */
  failures: z.array(z.string()),
  /** The run's deadline came before its last test. */
  isCut: z.boolean(),
});
export type SuiteOutcome = z.infer<typeof suiteOutcomeSchema>;

/** Lines are written as soon as they are known, so that an aborted run has reported its findings. */
const outcomeLineSchema = z.union([
  z.object({ kind: z.literal("suite"), ...suiteOutcomeSchema.shape }),
  z.object({ kind: z.literal("error"), words: z.string() }),
  z.object({ kind: z.literal("end") }),
]);
export type OutcomeLine = z.infer<typeof outcomeLineSchema>;

/** Everything the reporter has written so far. */
export function readOutcome(file: string): readonly OutcomeLine[] {
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => outcomeLineSchema.parse(JSON.parse(line)));
}
