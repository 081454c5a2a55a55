import { createLog } from "@neonrelay/process/log";
import { expect, test, vi } from "vitest";
import { StateFile } from "../state/state-file.ts";
import { EdgeDesk } from "./edge-desk.ts";

const DAYS_MS = 3 * 24 * 60 * 60_000;
const log = createLog({ part: "test", level: "silent" });

test.each([DAYS_MS, -DAYS_MS])(
  "edges that report are here still when the wall clock is set by %i ms",
  (setByMs) => {
    const nowMs = Date.now();
    const told: string[] = [];
    const desk = new EdgeDesk({
      secret: null,
      ring: { newest: undefined, endSamples: 0 },
      loops: () => [],
      settings: () => {
        throw new Error("only an answer to an edge needs them");
      },
      file: new StateFile({ path: "/dev/null", log }),
      remembered: [
        {
          id: "00000000-0000-4000-8000-000000000001",
          name: "paris",
          startedAtMs: nowMs,
          publicUrl: null,
          weight: 1,
          listeners: 3,
          state: "carrying",
          lagMs: 200,
          sinceMs: nowMs,
          reportedAtMs: nowMs,
          listenerSeconds: 600,
        },
      ],
      onSession: () => {},
      onChanged: () => told.push("changed"),
      log,
    });
    expect(desk.listeners).toBe(3);

    using wallClock = vi.spyOn(Date, "now");
    wallClock.mockReturnValue(nowMs + setByMs);

    expect(desk.listeners).toBe(3);
    expect(desk.states).toMatchObject([{ state: "carrying", listenerSeconds: 600 }]);
    desk.close();
  },
);
