import { doctorCalls } from "./doctor.ts";
import { defineApi } from "./endpoint.ts";

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
            advice: "Make a backup under Settings, System.",
          },
        ],
      },
    },
  },
});
