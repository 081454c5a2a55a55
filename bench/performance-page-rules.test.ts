import { expect, test } from "vitest";
import { performancePage, plotsOf } from "./performance-page-rules.ts";
import type { StoredResult } from "./stored-result.ts";

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

test("an aim is reached when the median is within its bound", () => {
  const reached = performancePage([listeners([0.1, 0.15, 0.2])]);
  const missed = performancePage([listeners([0.1, 0.16, 0.2])]);

  const line = /^\| 4,000 listeners: CPU for equal delivery, of Icecast's .*$/m;
  expect(line.exec(reached)?.[0]).toMatch(/at most 0\.15 \| +0\.15 \(0\.10 to 0\.20\) \| +yes \|$/);
  expect(line.exec(missed)?.[0]).toMatch(/\| +no \|$/);
  expect(missed).toContain(
    "- 4,000 listeners: CPU for equal delivery, of Icecast's: Each listener costs a write",
  );
  expect(reached).not.toContain("Why an aim is not reached");
});

test("why an aim is not reached is said by what the profile found", () => {
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

test("what was not measured is called so", () => {
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
