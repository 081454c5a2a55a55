import type { StoredResult } from "./stored-result.ts";

/**
 * Results for tests. On-air costs exactly 2 % of a core per process, 6 us per second and listener, 0.05 s per Gbit, and
 * 2 us per second more for a listener with titles. Icecast had 500 listeners of each crowd.
 */
export const listenerCrowds: StoredResult = {
  bench: "listeners",
  command: "npm run bench -- listeners",
  machine: { cores: 2, memoryGib: 8, system: "Linux", nodeMajor: 24 },
  aim: "",
  broken: [],
  rows: [
    ...crowd("1000 listeners at 192 kbit/s", { percent: 3.56, mbps: 192 }),
    ...crowd("1000 listeners at 192 kbit/s with ICY titles", { percent: 3.76, mbps: 192 }),
    ...crowd("4000 listeners at 192 kbit/s", { percent: 8.24, mbps: 768 }),
    ...crowd("10000 listeners at 64 kbit/s", { percent: 11.2, mbps: 640 }),
  ],
};

function crowd(
  name: string,
  { percent, mbps }: { percent: number; mbps: number },
): StoredResult["rows"] {
  const sides = { neonrelay: [percent / mbps / 10], icecast: [0.4 + percent / 100] };
  return [
    { what: `${name}: accepted`, figures: { icecast: [500] } },
    { what: `${name}: CPU, % of a core`, figures: { neonrelay: [percent] } },
    { what: `${name}: delivered, Mbit/s`, figures: { neonrelay: [mbps] } },
    { what: `${name}: CPU per delivered Gbit, s`, figures: { ...sides, ratio: [percent / 10] } },
    { what: `${name}: memory, MiB`, figures: { neonrelay: [percent * 10] } },
  ];
}
