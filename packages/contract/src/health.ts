import * as z from "zod/mini";
import { defineCalls } from "./call.ts";

const partHealthSchema = z.object({
  ok: z.boolean(),
  detail: z.string(),
  /** Age of the observation, in ms; null: unknown, or always current. */
  ageMs: z.nullable(z.number()),
});

const healthSchema = z.object({
  ok: z.boolean(),
  /** The same at every address of this station, different for other stations; null: unknown. */
  stationId: z.nullable(z.string()),
  /** Whether it responds, accepts writes and belongs to this station alone. */
  database: partHealthSchema,
  /** Free space on the disk of DATA_DIR. */
  disk: partHealthSchema,
  /** Whether the music folders are readable, and how many tracks have lost their file. */
  music: partHealthSchema,
  onAir: partHealthSchema,
  engine: partHealthSchema,
  /** The result of the listener probe; does not affect `ok`. */
  stream: partHealthSchema,
  /** The HLS copy in a storage; null: not configured. Does not affect `ok`. */
  hlsStorage: z.nullable(partHealthSchema),
  /** The bus that carries broadcasts to other nodes' sockets; null: no other nodes. Does not affect `ok`. */
  bus: z.nullable(partHealthSchema),
  /** Whether the bot is in its channel; does not affect `ok`. */
  irc: partHealthSchema,
});

export type Health = z.infer<typeof healthSchema>;

export const healthCalls = defineCalls({
  getHealth: {
    method: "GET",
    path: "/api/health",
    response: healthSchema,
  },
});

export const metricsCalls = defineCalls({
  getMetrics: {
    method: "GET",
    path: "/metrics",
    response: z.string(),
  },
});

export const doctorStates = ["ok", "warning", "bad"] as const;
export type DoctorState = (typeof doctorStates)[number];

const doctorCheckSchema = z.object({
  /** Stable, for scripts. */
  id: z.string(),
  title: z.string(),
  state: z.enum(doctorStates),
  found: z.string(),
  /** What to do about it; null while healthy. */
  advice: z.nullable(z.string()),
});
export type DoctorCheck = z.infer<typeof doctorCheckSchema>;

const doctorReportSchema = z.object({
  /** The worst of all checks. */
  state: z.enum(doctorStates),
  checkedAt: z.iso.datetime(),
  checks: z.array(doctorCheckSchema),
});
export type DoctorReport = z.infer<typeof doctorReportSchema>;

export const doctorCalls = defineCalls({
  getDoctorReport: {
    method: "GET",
    path: "/api/system/doctor",
    response: doctorReportSchema,
  },
});
