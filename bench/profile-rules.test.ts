import { expect, test } from "vitest";
import { profileRows } from "./profile-rules.ts";

const sending = { symbol: "ksys_write", file: "[kernel.kallsyms]" };
const pump = {
  symbol: "JS:*'pump file:///packages/on-air/listener.ts:5:7",
  file: "/tmp/perf-7.map",
};
const rare = { symbol: "JS:*'look file:///packages/on-air/desk.ts:1:2", file: "/tmp/perf-7.map" };
const samples = (frames: readonly (typeof pump)[]) =>
  frames.map((frame) => ({ pid: 7, frames: [frame] }));

test("each profile is a column: its time, then kinds of work and functions above one per cent", () => {
  const profiles = new Map([
    ["crowd", { cpuPercent: 6.04, samples: samples([sending, sending, sending, pump]) }],
    [
      "chat",
      { cpuPercent: 60, samples: samples([...Array.from({ length: 299 }, () => sending), rare]) },
    ],
  ]);

  expect(profileRows(profiles)).toEqual([
    { what: "CPU, % of a core", crowd: 6, chat: 60 },
    { what: "kernel: sending, %", crowd: 75, chat: 99.7 },
    { what: "our JavaScript, %", crowd: 25, chat: 0.3 },
    { what: "of ours: pump (listener.ts), %", crowd: 25 },
  ]);
});
