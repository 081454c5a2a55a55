import { expect, test } from "vitest";
import { scalePage } from "./scale-page-rules.ts";
import type { StoredResult } from "./stored-result.ts";

const about = {
  command: "",
  machine: { cores: 2, memoryGib: 8, system: "Linux", nodeMajor: 24 },
  aim: "",
  broken: [],
};
/** Half a core for a gigabit a second. */
const listeners: StoredResult = {
  ...about,
  bench: "listeners",
  rows: [
    {
      what: "4000 listeners at 192 kbit/s: CPU per delivered Gbit, s",
      figures: { neonrelay: [0.4, 0.5, 0.6] },
    },
  ],
};

test("lines and cores follow from what was measured", () => {
  const page = scalePage([listeners]);

  // 0.7 of a core at 0.5 s for each gigabit are 1.4 Gbit/s: 10,937 listeners of 128 kbit/s.
  expect(page).toMatch(/from on-air or an edge +\| +10,000 \|/);
  expect(page).toMatch(/^\| 100,000 +\| +12\.8 \| +2 \| +10 \| +not measured \|$/m);
  expect(page).toMatch(/^\| 1,000,000 \| +128 \| +19 \| +92 \|/m);
});

test("what was not measured is called so, and no figure is made up for it", () => {
  const page = scalePage([]);

  expect(page).toMatch(/counted at each browser +\| +not measured \|/);
  expect(page).toContain("How many that are was not measured.");
  expect(page).not.toMatch(/NaN|Infinity|null|undefined/);
});

test("a month of one listener is as many gigabytes as the bitrate makes", () => {
  // 128 kbit/s are 16 kB a second, for 2,592,000 s.
  expect(scalePage([])).toContain("takes 41.5 GB a month at 128 kbit/s");
});
