import * as z from "zod";
import type { Database } from "../database/database.ts";

/** What a call's statements have read. */
interface ReadByCall {
  /** Rows of tables and indexes visited, including those that did not match. */
  readonly rows: number;
  /** Pages of 8 KiB, counted each time they are read. */
  readonly pages: number;
}

interface PlanNode {
  readonly "Node Type": string;
  readonly "Actual Rows": number;
  readonly "Actual Loops": number;
  readonly "Rows Removed by Filter"?: number | undefined;
  readonly "Rows Removed by Index Recheck"?: number | undefined;
  readonly Plans?: readonly PlanNode[] | undefined;
}

const nodeSchema: z.ZodType<PlanNode> = z.object({
  "Node Type": z.string(),
  "Actual Rows": z.number(),
  "Actual Loops": z.number(),
  "Rows Removed by Filter": z.optional(z.number()),
  "Rows Removed by Index Recheck": z.optional(z.number()),
  get Plans() {
    return z.optional(z.array(nodeSchema));
  },
});
const explainedSchema = z.tuple([
  z.object({
    "QUERY PLAN": z.tuple([
      z.object({
        Plan: z.intersection(
          nodeSchema,
          z.object({ "Shared Hit Blocks": z.number(), "Shared Read Blocks": z.number() }),
        ),
      }),
    ]),
  }),
]);
const poolSchema = z.object({
  session: z.object({ client: z.custom<Queried>((value) => typeof value === "object") }),
});
interface Queried {
  query(
    query: string | Statement,
    values?: readonly unknown[],
  ): Promise<{ readonly rows: unknown }>;
}
interface Statement {
  readonly text: string;
  readonly values?: readonly unknown[];
}

/** From here on, runs every statement outside transactions through EXPLAIN as the database executes it. */
export function countReads(database: Database): { takeAll(): ReadByCall } {
  let [rows, pages] = [0, 0];
  const { client } = poolSchema.parse(database.connection).session;
  const query = client.query.bind(client);
  client.query = async (statement, values) => {
    const text = typeof statement === "string" ? statement : statement.text;
    if (/^\s*\(?(?:select|with)\b/i.test(text)) {
      const given = values ?? (typeof statement === "string" ? [] : (statement.values ?? []));
      const explained = await query({
        text: `explain (analyze, buffers, format json) ${text}`,
        values: given,
      });
      const [
        {
          "QUERY PLAN": [{ Plan: plan }],
        },
      ] = explainedSchema.parse(explained.rows);
      rows += rowsOf(plan);
      pages += plan["Shared Hit Blocks"] + plan["Shared Read Blocks"];
    }
    return await query(statement, values);
  };
  return {
    takeAll: () => {
      const all = { rows, pages };
      [rows, pages] = [0, 0];
      return all;
    },
  };
}

function rowsOf(node: PlanNode): number {
  const below = (node.Plans ?? []).reduce((sum, child) => sum + rowsOf(child), 0);
  if (!node["Node Type"].endsWith("Scan") || node["Node Type"] === "Subquery Scan") return below;
  const removed =
    (node["Rows Removed by Filter"] ?? 0) + (node["Rows Removed by Index Recheck"] ?? 0);
  return below + (node["Actual Rows"] + removed) * node["Actual Loops"];
}
