import * as z from "zod/mini";
import { defineApi } from "./endpoint.ts";

export const logLevelNames = ["error", "warn", "info"] as const;
export const severities = ["critical", "high", "medium", "other"] as const;
export type Severity = (typeof severities)[number];

export const systemLogSchema = z.object({
  id: z.uuid(),
  level: z.enum(logLevelNames),
  message: z.string(),
  category: z.string(),
  timestamp: z.iso.datetime(),
  details: z.nullable(z.record(z.string(), z.unknown())),
});
export type SystemLogEntry = z.infer<typeof systemLogSchema>;

export const securityEventSchema = z.object({
  id: z.uuid(),
  severity: z.enum(severities),
  description: z.string(),
  eventType: z.string(),
  timestamp: z.iso.datetime(),
  ipAddress: z.nullable(z.string()),
});
export type SecurityEventEntry = z.infer<typeof securityEventSchema>;

const page = {
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(500)), 100),
  /** Id of the last row of the page before; `Link: rel="next"` carries it. */
  after: z.optional(z.uuid()),
  /** Words the message must contain. */
  q: z.optional(z.string().check(z.maxLength(200))),
};

export const logsApi = defineApi({
  listSystemLogs: {
    method: "GET",
    path: "/api/system-logs",
    access: "system_config",
    summary: "Warnings, errors and what operators did, newest first",
    query: z.object({
      ...page,
      level: z.optional(z.enum(logLevelNames)),
      category: z.optional(z.string().check(z.maxLength(100))),
    }),
    response: z.array(systemLogSchema),
  },
  clearSystemLogs: {
    method: "DELETE",
    path: "/api/system-logs",
    access: "system_config",
    summary: "Remove all log rows; one row says who did it",
    response: z.object({ cleared: z.int() }),
  },
  listSecurityEvents: {
    method: "GET",
    path: "/api/security-events",
    access: "system_config",
    summary: "Refused calls, failed sign-ins and other security events, newest first",
    query: z.object({ ...page, severity: z.optional(z.enum(severities)) }),
    response: z.array(securityEventSchema),
  },
});
