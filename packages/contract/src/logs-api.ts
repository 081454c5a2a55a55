import * as z from "zod/mini";
import { defineApi } from "./endpoint.ts";
import { logLevelNames, logsCalls, severities } from "./logs.ts";

const page = {
  limit: z
    ._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(500)), 100)
    .check(z.describe("How many rows to return at most")),
  after: z.optional(z.uuid().check(z.describe("Id of the last row on the previous page"))),
  q: z.optional(z.string().check(z.maxLength(200), z.describe("Words the text must contain"))),
};

export const logsApi = defineApi(logsCalls, {
  listSystemLogs: {
    access: "system_config",
    summary: "Warnings, errors and what operators did, newest first",
    query: z.object({
      ...page,
      level: z.optional(z.enum(logLevelNames).check(z.describe("Only rows of this level"))),
      category: z.optional(
        z.string().check(z.maxLength(100), z.describe("Only rows of this category")),
      ),
    }),
    example: {
      response: [
        {
          id: "0b7c6a52-6f0f-4c57-9d5e-0a4d6f1f6d10",
          level: "warn",
          message: "A track could not be played",
          category: "playout",
          timestamp: "2026-01-31T20:15:00.000Z",
          details: { detail: "the file ends early" },
        },
      ],
    },
  },
  clearSystemLogs: {
    access: "system_config",
    summary: "Remove all log rows; one new row records who did it",
    example: { response: { cleared: 120 } },
  },
  listSecurityEvents: {
    access: "system_config",
    summary: "Refused calls, failed sign-ins and other security events, newest first",
    query: z.object({
      ...page,
      severity: z.optional(z.enum(severities).check(z.describe("Only events of this severity"))),
    }),
    example: {
      response: [
        {
          id: "5a0de9b0-3a43-4c6e-8f57-3f0b7ac8f7c1",
          severity: "medium",
          description: "Sign-in failed for admin",
          eventType: "login_failed",
          timestamp: "2026-01-31T20:15:00.000Z",
          ipAddress: "192.0.2.10",
        },
      ],
    },
  },
});
