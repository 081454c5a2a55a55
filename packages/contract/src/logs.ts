import * as z from "zod/mini";
import { defineCalls } from "./call.ts";

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

export const logsCalls = defineCalls({
  listSystemLogs: {
    method: "GET",
    path: "/api/system-logs",
    response: z.array(systemLogSchema),
  },
  clearSystemLogs: {
    method: "DELETE",
    path: "/api/system-logs",
    response: z.object({ cleared: z.int() }),
  },
  listSecurityEvents: {
    method: "GET",
    path: "/api/security-events",
    response: z.array(securityEventSchema),
  },
});
