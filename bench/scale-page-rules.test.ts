import { expect, test } from "vitest";
import { scalePage } from "./scale-page-rules.ts";
import type { StoredResult } from "./stored-result.ts";

const about = {
  command: "",
  machine: { cores: 2, memoryGib: 8, system: "Linux", nodeMajor: 24 },
  aim: "",
  broken: [],
};
/** 2 % of a core for a process, 6 us for a listener and 0.05 s for a Gbit: with 128 kbit/s a listener takes 12.4 us. */
const listeners: StoredResult = {
  ...about,
  bench: "listeners",
  rows: [
    ...crowd("1000 listeners at 192 kbit/s", { percent: 3.56, mbps: 192 }),
    ...crowd("4000 listeners at 192 kbit/s", { percent: 8.24, mbps: 768 }),
    ...crowd("10000 listeners at 64 kbit/s", { percent: 11.2, mbps: 640 }),
  ],
};

function crowd(
  name: string,
  { percent, mbps }: { percent: number; mbps: number },
): StoredResult["rows"] {
  return [
    { what: `${name}: CPU, % of a core`, figures: { neonrelay: [percent] } },
    { what: `${name}: delivered, Mbit/s`, figures: { neonrelay: [mbps] } },
    { what: `${name}: memory, MiB`, figures: { neonrelay: [percent * 10] } },
  ];
}

test("lines and cores follow from what was measured", () => {
  const page = scalePage([listeners]);

  // A full edge takes 0.082 of a core, so 8.5 of them are 70 %. 200 such are 16.4 cores, 23.4 when used to 70 %.
  expect(page).toMatch(/from edges with 5,000 each +\| +42,000 \|/);
  expect(page).toMatch(/^\| 100,000 +\| +12\.8 \| +20 \| +3 \| +not measured \|$/m);
  expect(page).toMatch(/^\| 1,000,000 \| +128 \| +200 \| +24 \|/m);
});

test("at another bitrate, cores change by what bits cost, and traffic with the bitrate", () => {
  const page = scalePage([listeners]);

  // 0.066 and 0.13 of a core for a full edge.
  expect(page).toMatch(/^\| 64 kbit\/s +\| +64 \| +19 \| +109,375 \| +1 \| +10 \|$/m);
  expect(page).toMatch(/^\| 320 kbit\/s +\| +320 \| +38 \| +21,875 \| +5 \| +46 \|$/m);
});

test("the page says what the parts are, and how near they come to each crowd", () => {
  const page = scalePage([listeners]);

  expect(page).toMatch(/^\| a listener, whatever the bitrate, us a second \| +6 \|$/m);
  expect(page).toMatch(/^\| a Gbit, s +\| +0\.050 \|$/m);
  expect(page).toMatch(/^\| 4000 listeners at 192 kbit\/s +\| +8\.24 \| +8\.24 \| +0 \|$/m);
  expect(page).toContain("2 % of a core for itself, 3 % for its listeners and 3.20 % for");
});

test("edges take the memory of the largest crowd that one may have", () => {
  const page = scalePage([listeners]);

  // 11 edges of 82.4 MiB.
  expect(page).toContain(
    "An edge counts with 82 MiB: what on-air has resident with 4000 listeners",
  );
  expect(page).toMatch(/^\| 10 Gbit\/s +\| +54,687 \| +card \| +11 \| +0\.89 \|/m);
});

test("a cache asks for the playlist once a second at most, whatever the benchmark's cache did", () => {
  const rows = [{ what: "on-air: requests for the playlist, a second", figures: { value: [0.3] } }];
  const page = scalePage([{ ...about, bench: "hls", rows }]);

  expect(page).toContain("asks the station for the playlist once a second at most");
  expect(page).toContain("In the benchmark it was 0.30 requests a second");
});

test("what was not measured is called so, and no figure is made up for it", () => {
  const page = scalePage([]);

  expect(page).toMatch(/counted at each browser +\| +not measured \|/);
  expect(page).toContain("How many its core would carry was not measured.");
  expect(page).not.toMatch(/NaN|Infinity|null|undefined/);
});

test("a month of one listener is as many gigabytes as the bitrate makes", () => {
  // 128 kbit/s are 16 kB a second, for 2,592,000 s.
  expect(scalePage([])).toContain("takes 41.472 GB a month at 128 kbit/s");
});

test("a machine carries what its card or its cores do, whichever is less", () => {
  const page = scalePage([listeners]);

  // 70 % of 1 Gbit/s are 5,468 listeners; four cores are 168,000, less than 100 Gbit/s carry.
  expect(page).toMatch(
    /^\| 1 Gbit\/s +\| +5,468 \| +card \| +2 \|.*\| +1 \| +2 \| +19 \| +183 \|$/m,
  );
  expect(page).toMatch(/^\| 100 Gbit\/s +\| +168,000 \| +4 cores \| +34 \|.*\| +1 \| +6 \|$/m);
});

test("the example of costs is the formula with its prices", () => {
  const page = scalePage([listeners]);

  // 41.472 GB x 10,000; 30,000 at the peak fit on a machine, and there are two more.
  expect(page).toContain("Own edges: 414,720 × 0.01 + 3 × 200 = 4,747 a\nmonth");
  expect(page).toContain("CDN: 414,720 × 0.02 + 200 = 8,494.");
  expect(page).toMatch(/^\| 100,000 +\| +4,147 \| +8 \| +43,072 \| +83,144 \|$/m);
});
