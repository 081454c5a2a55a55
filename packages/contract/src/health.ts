import * as z from "zod/mini";
import { defineCalls } from "./call.ts";

const partHealthSchema = z.object({
  ok: z.boolean(),
  detail: z.string(),
  /** How long ago that was last seen to be so, in ms; null: it is not known, or is true at every moment. */
  ageMs: z.nullable(z.number()),
});

export const healthSchema = z.object({
  ok: z.boolean(),
  /** Whether it answers, takes changes, and is this station's alone. */
  database: partHealthSchema,
  /** Room on the disk of DATA_DIR. */
  disk: partHealthSchema,
  /** Whether the music folders can be read, and how many tracks have lost their file. */
  music: partHealthSchema,
  onAir: partHealthSchema,
  engine: partHealthSchema,
  /** What the station's own listener hears; it does not decide about `ok`. */
  stream: partHealthSchema,
  /** Whether the bot is in its channel; it does not decide about `ok`. */
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
