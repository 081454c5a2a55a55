import { createLog } from "@neonrelay/process/log";
import { afterEach, expect, test, vi } from "vitest";
import { StateFile } from "../state/state-file.ts";
import { EdgeRegistry } from "./edge-registry.ts";
import { EdgeRows } from "./edge-rows.ts";

const DAYS_MS = 3 * 24 * 60 * 60_000;
const log = createLog({ part: "test", level: "silent" });

afterEach(() => {
  vi.useRealTimers();
});

/** A master's registry, just after a report from an edge with three listeners. */
function makeDesk(onChanged: () => void): EdgeRegistry {
  const nowMs = Date.now();
  return new EdgeRegistry({
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
    rows: new EdgeRows({
      positionOf: () => null,
      recordEdge: () => {},
      settled: async () => {},
    }),
    salts: () => [],
    onSession: () => {},
    onChanged,
    log,
  });
}

test.each([DAYS_MS, -DAYS_MS])(
  "edges that report are still present when the wall clock is set by %i ms",
  (setByMs) => {
    const nowMs = Date.now();
    const registry = makeDesk(() => {});
    expect(registry.listeners).toBe(3);

    using wallClock = vi.spyOn(Date, "now");
    wallClock.mockReturnValue(nowMs + setByMs);

    expect(registry.listeners).toBe(3);
    expect(registry.states).toMatchObject([{ state: "carrying", listenerSeconds: 600 }]);
    registry.close();
  },
);

test("[S111] an edge that stops reporting counts as away after 7 s", () => {
  vi.useFakeTimers();
  const reportedAtMs = Date.now();
  const told: object[] = [];
  const registry = makeDesk(() => {
    const state = registry.states[0]?.state;
    told.push({ state, listeners: registry.listeners, afterMs: Date.now() - reportedAtMs });
  });

  vi.advanceTimersByTime(9000);

  expect(told).toEqual([
    { state: "carrying", listeners: 3, afterMs: 1000 },
    { state: "away", listeners: 0, afterMs: 7000 },
  ]);
  registry.close();
});
