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
  expect(page).toMatch(/^\| 100,000 +\| +12\.8 \| +20 \| +10 \| +not measured \|$/m);
  expect(page).toMatch(/^\| 1,000,000 \| +128 \| +200 \| +92 \|/m);
});

test("what was not measured is called so, and no figure is made up for it", () => {
  const page = scalePage([]);

  expect(page).toMatch(/counted at each browser +\| +not measured \|/);
  expect(page).toContain("How many its core would carry was not measured.");
  expect(page).not.toMatch(/NaN|Infinity|null|undefined/);
});

test("a month of one listener is as many gigabytes as the bitrate makes", () => {
  // 128 kbit/s are 16 kB a second, for 2,592,000 s.
  expect(scalePage([])).toContain("takes 41.5 GB a month at 128 kbit/s");
});

test("a machine carries what its card or its cores do, whichever is less", () => {
  const page = scalePage([listeners]);

  // 70 % of 1 Gbit/s are 5,468 listeners; four cores are 40,000, less than 10 Gbit/s carry.
  expect(page).toMatch(/^\| 1 Gbit\/s +\| +5,468 \| +card \| +1 \| +2 \| +19 \| +183 \|$/m);
  expect(page).toMatch(/^\| 10 Gbit\/s +\| +40,000 \| +4 cores \| +1 \| +1 \| +3 \| +25 \|$/m);
});

test("the example of costs is the formula with its prices", () => {
  const page = scalePage([listeners]);

  // 41.472 GB x 10,000; 30,000 at the peak fit on a machine, and there are two more.
  expect(page).toContain("Own edges: 414,720 × 0.01 + 3 × 200 = 4,747 a\nmonth");
  expect(page).toContain("CDN: 414,720 × 0.02 + 200 = 8,494.");
  expect(page).toMatch(/^\| 100,000 +\| +4,147 \| +10 \| +43,472 \| +83,144 \|$/m);
});
