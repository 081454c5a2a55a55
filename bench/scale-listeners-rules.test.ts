import { expect, test } from "vitest";
import { basisOf } from "./scale-basis.ts";
import { listenersPart } from "./scale-listeners-rules.ts";
import { listenerCrowds } from "./test-listener-crowds.ts";

test("lines and cores follow from the measurements", () => {
  const part = listenersPart(basisOf([listenerCrowds]));

  // A full edge takes 0.082 of a core; 200 of them take 16.4 cores, or 23.4 at 70 % use.
  expect(part).toMatch(/^\| 100,000 +\| +12\.8 \| +20 \| +3 \| +not measured \|$/m);
  expect(part).toMatch(/^\| 1,000,000 \| +128 \| +200 \| +24 \|/m);
});

test("at another bitrate cores change by the cost of bits, and traffic with the bitrate", () => {
  const part = listenersPart(basisOf([listenerCrowds]));

  // 0.066 and 0.13 of a core for a full edge.
  expect(part).toMatch(/^\| 64 kbit\/s +\| +64 \| +19 \| +109,375 \| +1 \| +10 \|$/m);
  expect(part).toMatch(/^\| 320 kbit\/s +\| +320 \| +38 \| +21,875 \| +5 \| +46 \|$/m);
});

test("it lists the parts, and how closely they fit each crowd", () => {
  const part = listenersPart(basisOf([listenerCrowds]));

  expect(part).toMatch(/^\| a listener, whatever the bitrate, us a second \| +6 \|$/m);
  expect(part).toMatch(/^\| a Gbit, s +\| +0\.050 \|$/m);
  expect(part).toMatch(/^\| 4000 listeners at 192 kbit\/s +\| +8\.24 \| +8\.24 \| +0 \|$/m);
  expect(part).toContain("2 % of a core for itself, 3 % for its listeners and 3.20 % for");
});

test("edges take the memory of the largest crowd they may have", () => {
  const part = listenersPart(basisOf([listenerCrowds]));

  // 11 edges of 82.4 MiB.
  expect(part).toContain(
    "An edge counts with 82 MiB: what on-air has resident with 4000 listeners",
  );
  expect(part).toMatch(/^\| 10 Gbit\/s +\| +54,687 \| +card \| +11 \| +0\.89 \|/m);
});

test("a machine carries what its card or its cores allow, whichever is less", () => {
  const part = listenersPart(basisOf([listenerCrowds]));

  // 70 % of 1 Gbit/s are 5,468 listeners; four cores carry 168,000, less than 100 Gbit/s would.
  expect(part).toMatch(
    /^\| 1 Gbit\/s +\| +5,468 \| +card \| +2 \|.*\| +1 \| +2 \| +19 \| +183 \|$/m,
  );
  expect(part).toMatch(/^\| 100 Gbit\/s +\| +168,000 \| +4 cores \| +34 \|.*\| +1 \| +6 \|$/m);
});

test("crowds that can't separate listeners from bits give no cores", () => {
  const rows = listenerCrowds.rows.filter(({ what }) => what.includes("192 kbit/s"));
  const part = listenersPart(basisOf([{ ...listenerCrowds, rows }]));

  expect(part).toMatch(/^\| 1,000,000 \| +128 \| +200 \| +not measured \|/m);
  expect(part).toContain("it takes crowds of two sizes and two bitrates");
});
