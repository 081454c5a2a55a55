import * as z from "zod";

/** What a benchmark found, as it lies in bench/results and, for docs/measured/performance.md, in bench/kept. */
export const storedResultSchema = z.object({
  bench: z.string(),
  /** The command that ran it, in the project's folder. */
  command: z.string(),
  /** What the figures depend on, in general terms that identify no machine. */
  machine: z.object({
    cores: z.int(),
    memoryGib: z.number(),
    system: z.string(),
    nodeMajor: z.int(),
  }),
  aim: z.string(),
  /** Bounds that were violated. */
  broken: z.array(z.string()),
  rows: z.array(
    z.object({
      what: z.string(),
      /** By column; one value per round, in order. */
      figures: z.record(z.string(), z.array(z.number()).min(1)),
    }),
  ),
});
export type StoredResult = z.infer<typeof storedResultSchema>;
export type StoredRow = StoredResult["rows"][number];

/** A row of a benchmark: texts form its name, a number is a figure, and an array has one figure per round. */
export type BenchRow = Readonly<Record<string, string | number | readonly number[]>>;
