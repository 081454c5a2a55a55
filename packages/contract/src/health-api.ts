import { defineApi } from "./endpoint.ts";
import { doctorCalls, healthCalls, metricsCalls } from "./health.ts";

export const healthApi = defineApi(healthCalls, {
  getHealth: {
    access: "public",
    isUrgent: true,
    isForAnyone: true,
    answersWhenDown: true,
    summary:
      "200 when database, disk, music, on-air link and engine work, otherwise 503 with the same body",
    example: {
      response: {
        ok: true,
        stationId: "6f0c1b9d24e87a35",
        database: { ok: true, detail: "embedded", ageMs: 0 },
        disk: { ok: true, detail: "81,920 MiB free", ageMs: 1200 },
        music: { ok: true, detail: "2310 tracks", ageMs: 1200 },
        onAir: { ok: true, detail: "linked", ageMs: 820 },
        engine: { ok: true, detail: "running, programme", ageMs: 820 },
        stream: { ok: true, detail: "heard on /stream.mp3", ageMs: 7300 },
        hlsStorage: { ok: true, detail: "0 s behind", ageMs: 4100 },
        bus: { ok: true, detail: "connected", ageMs: null },
        irc: { ok: true, detail: "in #neonrelay", ageMs: null },
      },
    },
  },
});

export const metricsApi = defineApi(metricsCalls, {
  getMetrics: {
    access: "public",
    isUrgent: true,
    mediaType: "text/plain",
    errors: ["not_signed_in", "not_found", "too_many_requests"],
    refusal: "Send the station's METRICS_TOKEN",
    summary:
      "Metrics for Prometheus: from this machine, or with METRICS_TOKEN as bearer token; 404 for others while no token is set",
  },
});

export const doctorApi = defineApi(doctorCalls, {
  getDoctorReport: {
    // It reveals paths, processes and addresses of the machine.
    access: "backup",
    summary:
      "Check ports, addresses, clock, disk, database, codecs, music, IRC and backups now; takes up to 15 seconds",
    example: {
      response: {
        state: "warning",
        checkedAt: "2026-01-31T20:15:00.000Z",
        checks: [
          {
            id: "backups",
            title: "Backups",
            state: "warning",
            found: "The newest is 12 days old",
            advice: "Make a backup under Settings, Backups.",
          },
        ],
      },
    },
  },
});
