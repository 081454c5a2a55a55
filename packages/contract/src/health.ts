import * as z from "zod/mini";
import { defineApi } from "./endpoint.ts";

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

export const healthApi = defineApi({
  getHealth: {
    method: "GET",
    path: "/api/health",
    access: "public",
    isForAnyone: true,
    answersWhenDown: true,
    summary:
      "200 when database, disk, music, on-air link and engine are well, else 503 with the same body",
    response: healthSchema,
    example: {
      response: {
        ok: true,
        database: { ok: true, detail: "embedded", ageMs: 0 },
        disk: { ok: true, detail: "81,920 MiB free", ageMs: 1200 },
        music: { ok: true, detail: "2310 tracks", ageMs: 1200 },
        onAir: { ok: true, detail: "linked", ageMs: 820 },
        engine: { ok: true, detail: "running, programme", ageMs: 820 },
        stream: { ok: true, detail: "heard on /stream.mp3", ageMs: 7300 },
        irc: { ok: true, detail: "in #neonrelay", ageMs: null },
      },
    },
  },
});

export const metricsApi = defineApi({
  getMetrics: {
    method: "GET",
    path: "/metrics",
    access: "public",
    mediaType: "text/plain",
    errors: ["not_signed_in", "not_found"],
    refusal: "Give the station's METRICS_TOKEN",
    summary:
      "Figures for Prometheus: from this machine, or with METRICS_TOKEN as bearer token; when there is no token, others find nothing here",
    response: z.string(),
  },
});
