import * as z from "zod";
import { rowOf } from "../packages/test-station/src/chaos/outcome-rules.ts";
import { tableOf } from "./page-tables.ts";

const msSchema = z.number().transform(Math.round);
const spreadSchema = z.object({ median: msSchema, worst: msSchema });

/** A stored result of `npm run chaos`: without the log and anything that identifies a machine. */
export const chaosResultSchema = z.object({
  cores: z.int(),
  listeners: z.int(),
  users: z.int(),
  faults: z.array(
    z.object({
      fault: z.string(),
      heard: z.object({
        drops: z.int(),
        missingMs: spreadSchema,
        twiceMs: spreadSchema,
        foreignMs: spreadSchema,
        stalledMs: spreadSchema,
        pausedMs: spreadSchema,
      }),
      wrote: z.object({
        confirmed: z.int(),
        refused: z.int(),
        failed: z.int(),
        upload: z.nullable(z.string()),
        lost: z.array(z.string()),
      }),
      wellAfterMs: z.nullable(msSchema),
      waitedMs: msSchema,
      load: z.number(),
      broken: z.array(z.string()),
    }),
  ),
});
export type ChaosResult = z.infer<typeof chaosResultSchema>;

/**
 * Merges a run of some groups into the stored result, replacing their faults, if its crowd is the same.
 * @returns the new stored result; null: the two do not fit together
 */
export function keptAfter(result: ChaosResult, kept: ChaosResult | null): ChaosResult | null {
  if (kept === null) return result;
  const tried = new Map(result.faults.map((fault) => [fault.fault, fault]));
  if (result.listeners >= kept.listeners && kept.faults.every(({ fault }) => tried.has(fault)))
    return result;
  const isSameCrowd = (["cores", "listeners", "users"] as const).every(
    (name) => result[name] === kept[name],
  );
  if (!isSameCrowd) return null;
  const known = new Set(kept.faults.map(({ fault }) => fault));
  return {
    ...kept,
    faults: [
      ...kept.faults.map((fault) => tried.get(fault.fault) ?? fault),
      ...result.faults.filter(({ fault }) => !known.has(fault)),
    ],
  };
}

/** docs/measured/chaos-outcomes.md. @param result null: none is kept */
export function chaosPage(result: ChaosResult | null): string {
  const head = `# What came of each fault

Made by \`npm run bench -- --pages\` of a run of \`npm run chaos\`: change nothing here by hand. [Chaos](../contributing/chaos.md#how-to-read-it)
says what the columns mean, and what is promised.
`;
  if (result === null) return `${head}\nNo run is kept yet.\n`;
  const { listeners, users, cores, faults } = result;
  const rows = faults.map(rowOf);
  const kept = faults.filter(({ broken }) => broken.length === 0).length;
  const sentences = faults.flatMap(({ fault, broken }) => broken.map((it) => `- ${fault}: ${it}`));
  return `${head}
${listeners} listeners, ${users} web users, and ${faults.length} faults one after another, all on one machine of ${cores} cores. All promises held for
${kept} of the ${faults.length}. Times are in seconds: the worst listener's, and the median one's in brackets.

${tableOf(
  Object.keys(rows[0] ?? {}),
  rows.map((row) => Object.values(row).map(String)),
)}
${sentences.length === 0 ? "" : `\nWhat did not hold:\n\n${sentences.join("\n")}\n`}`;
}
