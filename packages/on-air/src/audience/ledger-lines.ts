import * as z from "zod";
import { lostRowsSchema, sessionRowSchema } from "../protocol/index.ts";

/** A session that has not ended, as kept on disk. */
const openSessionSchema = sessionRowSchema.omit({ number: true, toMs: true, isLast: true }).extend({
  /** By which its listener is recognised when they come back. */
  returnKey: z.string(),
  /** null: away since `awaySinceMs`. */
  connectedSinceMs: z.number().nullable(),
  awaySinceMs: z.number().nullable(),
});
export type OpenSession = Readonly<z.infer<typeof openSessionSchema>>;

/** How far an edge's rows have come to us. */
const edgePositionSchema = z.object({
  edgeId: z.uuid(),
  ledgerId: z.uuid(),
  number: z.int().min(0),
});
export type EdgePosition = Readonly<z.infer<typeof edgePositionSchema>>;

/**
 * A line of the ledger's files. Each file begins with `segment`, all sessions open by then, and `ready`. A later `open`
 * replaces an earlier one of that session; its last row ends it.
 */
const ledgerLineSchema = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("segment"),
    ledgerId: z.uuid(),
    firstNumber: z.int().min(1),
    edges: z.array(edgePositionSchema),
  }),
  z.object({ kind: z.literal("ready") }),
  z.object({ kind: z.literal("open"), session: openSessionSchema }),
  z.object({ kind: z.literal("row"), row: sessionRowSchema }),
  /** All of one report, so that a torn file has all of it or nothing. */
  z.object({
    kind: z.literal("edge"),
    position: edgePositionSchema,
    rows: z.array(sessionRowSchema),
    lost: z.array(lostRowsSchema),
  }),
]);
export type LedgerLine = Readonly<z.infer<typeof ledgerLineSchema>>;

/** @returns null for a line that is torn, damaged or empty */
export function parseLedgerLine(text: string): LedgerLine | null {
  if (text === "") return null;
  try {
    const parsed = ledgerLineSchema.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null; // torn
  }
}

/** Highest number in a line; null: it has none. */
export function highestNumber(line: LedgerLine): number | null {
  switch (line.kind) {
    case "row":
      return line.row.number;
    case "edge":
      return Math.max(...[...line.rows, ...line.lost].map(({ number }) => number));
    case "segment":
    case "ready":
    case "open":
      return null;
    default:
      return line satisfies never;
  }
}
