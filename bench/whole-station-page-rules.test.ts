import { expect, test } from "vitest";
import type { StoredResult } from "./stored-result.ts";
import { soakPart, yearsPart } from "./whole-station-page-rules.ts";

const result: StoredResult = {
  bench: "years",
  command: "npm run bench -- years",
  machine: { cores: 2, memoryGib: 8, system: "Linux", nodeMajor: 24 },
  aim: "",
  broken: [],
  rows: [],
};

test("the ten slowest calls of each database are shown, slowest first, and the number of calls made", () => {
  const call = (index: number) => ({
    what: `embedded, /api/call-${index}/0b1d9a52-7f3c-4e21-8f60-3b6c5d4e2f1a`,
    figures: { "KiB answered": [1.5], "p50 ms": [index / 2], "p99 ms": [index] },
  });
  const table = {
    what: "embedded, table plays",
    figures: { rows: [262_800], MiB: [60.7], "bytes a row": [242] },
  };
  const rows = [...Array.from({ length: 12 }, (_none, index) => call(index + 1)), table];

  const part = yearsPart({ ...result, rows });

  expect(part).toContain("The slowest 10 of 12 calls with the embedded database:");
  expect([...part.matchAll(/call-(\d+)/g)].map(([, index]) => Number(index))).toEqual([
    12, 11, 10, 9, 8, 7, 6, 5, 4, 3,
  ]);
  expect(part).toMatch(/^\| `\/api\/call-12\/:id` \| +6 \| +12 \| +1\.50 \|$/m);
  expect(part).toMatch(/^\| plays +\| +262,800 \| +60\.7 \|$/m);
  expect(part).toContain("Everything stayed within its limits.");
});

test("a process's gain in the hours compared is shown above its limit", () => {
  const row = (figure: string, gained: number) => ({
    what: `packages/server ${figure}`,
    figures: { "at the end": [75], "gained in an hour": [gained], "may gain in a day": [8] },
  });
  const deed = { what: "plays", figures: { "of a day": [480], reached: [610] } };

  const part = soakPart({
    ...result,
    rows: [deed, row("heapMib", 0.1), row("timers", -0.25)],
    broken: ["timers of packages/server grew"],
  });

  expect(part).toContain("The day had 610 plays.");
  expect(part).toMatch(/^\| packages\/server +\| +75 \(\+1\.70\) \| .*\| +75 \(-4\.20\) \|/m);
  expect(part).toMatch(/^\| may gain +\| +\+8 \|/m);
  expect(part).toContain("Not within its limit:\n\n- timers of packages/server grew");
});
