import { logsApi } from "@neonrelay/contract";
import { logLevelNames, severities } from "@neonrelay/contract";
import * as z from "zod";
import type { Database } from "../database/database.ts";
import {
  deleteSystemLogs,
  insertSystemLogs,
  listSecurityEvents,
  listSystemLogs,
} from "./log-store.ts";
import { addPaging } from "../http-kit/next-page.ts";
import { feature, type HandlersFor } from "../http-kit/route.ts";
import type { SecurityLog } from "./security-log.ts";
import { actorName, operatorRow } from "./system-log-rules.ts";

const levelSchema = z.enum(logLevelNames);
const severitySchema = z.enum(severities);
const detailsSchema = z.nullable(z.record(z.string(), z.unknown()));

interface Range {
  readonly limit: number;
  readonly after?: string | undefined;
  readonly q?: string | undefined;
}

export const logFeature = feature(logsApi, logHandlers);

function logHandlers({
  database,
  security,
}: {
  readonly database: Database;
  readonly security: SecurityLog;
}): HandlersFor<typeof logsApi> {
  return {
    listSystemLogs: async ({ query }, { reply }) => {
      const { level, category } = query;
      const page = await listSystemLogs(database.connection, {
        ...rangeOf(query),
        level: level ?? null,
        category: category ?? null,
      });
      addPaging(reply, { path: "/api/system-logs", query: { ...query, level, category }, page });
      return page.rows.map((row) => ({
        ...row,
        level: levelSchema.parse(row.level),
        timestamp: row.timestamp.toISOString(),
        details: detailsSchema.parse(row.details),
      }));
    },
    clearSystemLogs: async (_request, { caller, request }) => {
      const cleared = await database.transaction(async (transaction) => {
        const rows = await deleteSystemLogs(transaction);
        const action = "cleared the system log";
        await insertSystemLogs(transaction, [
          operatorRow({ who: caller, action, details: { rows } }, new Date()),
        ]);
        return rows;
      });
      security.record({
        severity: "medium",
        eventType: "logs_cleared",
        description: `${actorName(caller)} cleared the system log of ${cleared} ${cleared === 1 ? "row" : "rows"}`,
        ipAddress: request.peer.address,
      });
      return { cleared };
    },
    listSecurityEvents: async ({ query }, { reply }) => {
      const { severity } = query;
      const page = await listSecurityEvents(database.connection, {
        ...rangeOf(query),
        severity: severity ?? null,
      });
      addPaging(reply, { path: "/api/security-events", query: { ...query, severity }, page });
      return page.rows.map((row) => ({
        ...row,
        severity: severitySchema.parse(row.severity),
        timestamp: row.timestamp.toISOString(),
      }));
    },
  };
}

function rangeOf({ limit, after, q }: Range) {
  const words = (q ?? "").split(/\s+/).filter((word) => word !== "");
  return { limit, afterId: after ?? null, words };
}
