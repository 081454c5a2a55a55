import { expect, test } from "vitest";
import { chaosPage, chaosResultSchema, keptAfter, type ChaosResult } from "./chaos-page-rules.ts";

const nothing = { median: 0, worst: 0 };
/** As written by `npm run chaos`, with more than we keep. */
const written = {
  name: "chaos",
  at: "2026-01-01T00:00:00.000Z",
  cpu: "a processor",
  cores: 2,
  listeners: 500,
  users: 50,
  faults: [
    {
      fault: "engine killed",
      heard: {
        listeners: 500,
        drops: 0,
        missingMs: nothing,
        twiceMs: nothing,
        foreignMs: { median: 1240.4, worst: 1300.6 },
        stalledMs: nothing,
        pausedMs: { median: 290.1, worst: 310.2 },
      },
      wrote: { confirmed: 90, refused: 0, failed: 10, upload: "confirmed", lost: [] },
      wellAfterMs: 900.7,
      waitedMs: 100.2,
      load: 0.7,
      broken: [],
      said: ["a line of the log"],
    },
  ],
};
const result = chaosResultSchema.parse(written);
const [engine] = result.faults;

test("a run's log, CPU and time are dropped", () => {
  expect(JSON.stringify(result)).not.toMatch(/a line of the log|a processor|2026/);
  expect(engine?.heard.foreignMs).toEqual({ median: 1240, worst: 1301 });
});

test("each fault is a row, with broken promises listed below", () => {
  const faults = result.faults.map((fault) => ({
    ...fault,
    broken: ["2 s without the programme"],
  }));
  const page = chaosPage({ ...result, faults });

  expect(chaosPage(result)).toMatch(/^\| engine killed \|.* 1\.3 \(1\.2\) \|.* 0\.9 \|.* yes \|$/m);
  expect(chaosPage(result)).not.toContain("What did not hold");
  expect(page).toMatch(/^\| engine killed \|.* NO \|$/m);
  expect(page).toContain("0 of the 1.");
  expect(page).toContain("- engine killed: 2 s without the programme");
});

test("a run of some faults replaces them in the stored result if its crowd is the same", () => {
  const others = result.faults.map((fault) => ({ ...fault, fault: "disk full" }));
  const more: ChaosResult = { ...result, faults: [...result.faults, ...others] };
  const again: ChaosResult = { ...result, faults: others.map((fault) => ({ ...fault, load: 2 })) };
  const known = { ...more, faults: [...result.faults, ...again.faults] };

  expect(keptAfter(result, null)).toBe(result);
  expect(keptAfter(more, result)).toBe(more);
  expect(keptAfter(again, more)).toEqual(known);
  expect(keptAfter(again, result)).toEqual(known);
  expect(keptAfter({ ...again, listeners: 8 }, more)).toBeNull();
  expect(keptAfter({ ...again, listeners: 800 }, more)).toBeNull();
});
