import { expect, test } from "vitest";
import { performancePage, plotsOf } from "./performance-page-rules.ts";
import type { StoredResult } from "./stored-result.ts";
import { listenerCrowds } from "./test-listener-crowds.ts";

const machine = { cores: 2, memoryGib: 8, system: "Linux", nodeMajor: 24 };
const what = "4000 listeners at 192 kbit/s: CPU per delivered Gbit, s";

function listeners(ratio: number[]): StoredResult {
  return {
    bench: "listeners",
    command: "npm run bench -- listeners",
    machine,
    aim: "",
    broken: [],
    rows: [{ what, figures: { neonrelay: [1, 2, 3], icecast: [10, 10, 10], ratio } }],
  };
}

test("an aim is met when the median is within its bound", () => {
  const reached = performancePage([listeners([0.1, 0.15, 0.2])]);
  const missed = performancePage([listeners([0.1, 0.16, 0.2])]);

  const line = /^\| 4,000 listeners at 192 kbit\/s: CPU for equal delivery, of Icecast's .*$/m;
  expect(line.exec(reached)?.[0]).toMatch(/at most 0\.15 \| +0\.15 \(0\.10 to 0\.20\) \| +yes \|$/);
  expect(line.exec(missed)?.[0]).toMatch(/\| +no \|$/);
  expect(missed).toContain(
    "- 4,000 listeners at 192 kbit/s: CPU for equal delivery, of Icecast's: Each listener costs a write",
  );
  expect(reached).not.toContain("Why an aim is not reached");
});

test("the profile explains a missed aim", () => {
  const column = "on-air, 4,000 listeners";
  const rows = [
    { what: "kernel: sending, %", figures: { [column]: [50], other: [90] } },
    { what: "kernel: reading, %", figures: { [column]: [10] } },
    { what: "our JavaScript, %", figures: { [column]: [5] } },
  ];
  const profile = { ...listeners([]), bench: "profile", rows };

  expect(performancePage([listeners([0.2]), profile])).toContain(
    "60 % of on-air's time is the kernel's, for these writes, for the receiver's end of the loopback interface and for changing to the receiver: 0.12 of Icecast's time",
  );
});

test("the CPU aim applies to each crowd, and a missed one lists the cost of a gigabit", () => {
  const page = performancePage([listenerCrowds]);

  expect(page).toMatch(
    /^\| 10,000 listeners at 64 kbit\/s: CPU for equal delivery, of Icecast's +\| +at most 0\.15 \| +1\.12 \| +no \|$/m,
  );
  expect(page).toMatch(/^\| 15,000 listeners at 64 kbit\/s, ICY titles: .*not measured/m);
  // 640 Mbit/s: 0.02 / 0.64, 0.06 / 0.64, 0.032 / 0.64 and 10,000 / 0.64.
  expect(page).toContain(
    "a Gbit costs on-air 0.03 s for a process whatever its crowd, 0.09 s for 15,625 listeners, 6 us a second each at any bitrate, and 0.05 s for the bits. It costs Icecast 0.51 s, so the aim is 0.08 s; Icecast's with all crowds is 0.44 to 0.51 s. Icecast had 500 of the 10,000 after 15 s",
  );
  expect(page).toContain("each at any bitrate, 0.01 s for their titles, and");
});

test("playout's peak memory is shown next to the aim for its share of shared pages", () => {
  const peak = "peak of resident memory, MiB";
  const rows = [
    { what: `MP3 alone: ${peak}`, figures: { ratio: [1.2] } },
    { what: `MP3, Opus and AAC: ${peak}`, figures: { ratio: [1.1] } },
  ];

  expect(performancePage([{ ...listeners([]), bench: "playout", rows }])).toContain(
    "are 1.20 of liquidsoap's with MP3 alone and 1.10 with three formats",
  );
});

test("unmeasured figures are marked as such", () => {
  const page = performancePage([listeners([0.1])]);

  expect(page).toMatch(/^\| idle station, PostgreSQL: memory, MiB .*not measured/m);
  expect(page).toContain("- Start to sound: `npm run bench -- start`");
  expect(page).not.toContain("## Start to sound");
});

test("a section has its rows as a table, and its pictures show the same", () => {
  const results = [listeners([0.1, 0.2, 0.2])];

  expect(performancePage(results)).toMatch(
    /^\| 4000 listeners at 192 kbit\/s: CPU per delivered Gbit, s \| 2 \(1 to 3\) \| +10 \| 0\.20 \(0\.10 to 0\.20\) \|$/m,
  );
  const [plot] = plotsOf(results);
  expect(plot?.name).toBe("listeners-cpu");
  expect(plot?.svg).toContain(">4000 listeners at 192 kbit/s</text>");
});
