import * as z from "zod";

/** What a benchmark found, as it lies in bench/results and, for docs/measured/performance.md, in bench/kept. */
export const storedResultSchema = z.object({
  bench: z.string(),
  /** What ran it, from the project's folder. */
  command: z.string(),
  /** In general words: what the figures depend on, and nothing that names a machine. */
  machine: z.object({
    cores: z.int(),
    memoryGib: z.number(),
    system: z.string(),
    nodeMajor: z.int(),
  }),
  aim: z.string(),
  /** Bounds that did not hold. */
  broken: z.array(z.string()),
  rows: z.array(
    z.object({
      what: z.string(),
      /** By column; a value of each round, in the order in which they were taken. */
      figures: z.record(z.string(), z.array(z.number()).min(1)),
    }),
  ),
});
export type StoredResult = z.infer<typeof storedResultSchema>;
export type StoredRow = StoredResult["rows"][number];

/** A row of a benchmark: texts say what it is, numbers are figures, and several numbers one figure of each round. */
export type BenchRow = Readonly<Record<string, string | number | readonly number[]>>;
