import { expect, test } from "vitest";
import { scalePage } from "./scale-page-rules.ts";
import { listenerCrowds } from "./test-listener-crowds.ts";

test("a core carries as many listeners as fit on full edges", () => {
  // A full edge takes 0.082 of a core, so 8.5 of them make 70 %.
  expect(scalePage([listenerCrowds])).toMatch(/from edges with 5,000 each +\| +42,000 \|/);
});

test("a cache requests the playlist once a second at most, whatever the benchmark's cache did", () => {
  const rows = [{ what: "on-air: requests for the playlist, a second", figures: { value: [0.3] } }];
  const page = scalePage([{ ...listenerCrowds, bench: "hls", rows }]);

  expect(page).toContain("asks the station for the playlist once a second at most");
  expect(page).toContain("In the benchmark it was 0.30 requests a second");
});

test("unmeasured values are marked as such, and no figure is invented", () => {
  const page = scalePage([]);

  expect(page).toMatch(/counted at each browser +\| +not measured \|/);
  expect(page).toContain("How many its core would carry was not measured.");
  expect(page).not.toMatch(/NaN|Infinity|null|undefined/);
});

test("a month of one listener is as many gigabytes as the bitrate makes", () => {
  // 128 kbit/s are 16 kB a second, for 2,592,000 s.
  expect(scalePage([])).toContain("takes 41.472 GB a month at 128 kbit/s");
});

test("the cost example is the formula with its prices", () => {
  const page = scalePage([listenerCrowds]);

  // 41.472 GB x 10,000; 30,000 at the peak fit on one machine, and there are two spares.
  expect(page).toContain("Own edges: 414,720 × 0.01 + 3 × 200 = 4,747 a\nmonth");
  expect(page).toContain("CDN: 414,720 × 0.02 + 200 = 8,494.");
  expect(page).toMatch(/^\| 100,000 +\| +4,147 \| +8 \| +43,072 \| +83,144 \|$/m);
});
