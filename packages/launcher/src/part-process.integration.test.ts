import { readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { CHECK_INTERVAL_MS } from "@neonrelay/process/supervision-rules";
import { RESTART_EXIT_CODE } from "@neonrelay/process/part";
import { TestAwakeTimer } from "@neonrelay/process/test-awake-timer";
import { PartProcess } from "./part-process.ts";
import { PartStandby, type PartPlan } from "./part-standby.ts";

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "neonrelay-part-"));
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

function plan(file: string, greeting: string): PartPlan {
  return {
    name: "probe",
    node: process.execPath,
    file,
    environment: {},
    config: () => ({ greeting }),
  };
}

/** Supervises a small program until it has printed `lines` lines. */
async function supervise(
  program: string,
  { lines, hungAfterMs = 5000 }: { readonly lines: number; readonly hungAfterMs?: number },
) {
  const file = path.join(folder, "part.mjs");
  await writeFile(file, program);
  const seen: string[] = [];
  const crashes: string[] = [];
  const delays: number[] = [];
  const enough = Promise.withResolvers<void>();
  const part = new PartProcess(
    { ...plan(file, "hello"), hungAfterMs },
    {
      onConnection: ({ socket }) => void socket.destroy(),
      onReport: (report) => seen.push(JSON.stringify(report)),
      onLine: (line) => {
        seen.push(line);
        if (seen.length >= lines) enough.resolve();
      },
      onCrash: ({ description, isRequested, restartInMs }) => {
        crashes.push(isRequested ? "requested" : description);
        delays.push(restartInMs);
      },
    },
  );
  part.start();
  await enough.promise;
  return { part, seen, crashes, delays };
}

test("a part reads its configuration from the first line of stdin, and is restarted when it exits", async () => {
  const { part, seen, crashes, delays } = await supervise(
    `process.stdin.once("data", (line) => { console.log(String(line).trim()); process.exit(3); });`,
    { lines: 3 },
  );
  await part.stop({ limitMs: 1000 });

  expect(seen).toEqual(Array.from({ length: 3 }, () => '{"greeting":"hello"}'));
  expect(crashes.slice(0, 2)).toEqual(["exit code 3", "exit code 3"]);
  expect(delays.slice(0, 2)).toEqual([250, 500]);
});

test("a part is started with flags that limit its memory", async () => {
  const { part, seen } = await supervise(`console.log(process.execArgv.join(" "));`, { lines: 1 });
  await part.stop({ limitMs: 1000 });

  expect(seen[0]).toContain("--max-semi-space-size=4");
});

test("a part that asks for a restart gets one at once, every time", async () => {
  const { part, crashes, delays } = await supervise(
    `console.log("here"); process.exit(${RESTART_EXIT_CODE});`,
    { lines: 3 },
  );
  await part.stop({ limitMs: 1000 });

  expect(crashes.slice(0, 2)).toEqual(["requested", "requested"]);
  expect(delays.slice(0, 2)).toEqual([0, 0]);
});

test("a restart command stops a part cleanly and starts it at once, even while it waits for a restart", async () => {
  const { part, seen, crashes, delays } = await supervise(
    `process.once("SIGTERM", () => { console.log("ends"); process.exit(0); });
     console.log("here");
     setInterval(() => {}, 1000);`,
    { lines: 1 },
  );
  part.restart();
  await expect.poll(() => seen).toEqual(["here", "ends", "here"]);
  await writeFile(path.join(folder, "part.mjs"), `console.log("fails"); process.exit(3);`);
  part.restart();
  // Each failure doubles the delay before the next start; Node may take seconds to start on a busy machine.
  await expect.poll(() => delays.at(-1)).toBeGreaterThan(3000);
  await writeFile(
    path.join(folder, "part.mjs"),
    `console.log("mended"); setInterval(() => {}, 1000);`,
  );
  using timer = new TestAwakeTimer();
  part.restart();
  await expect.poll(() => seen.at(-1)).toBe("mended");
  const tookMs = timer.passedMs;
  await part.stop({ limitMs: 1000 });

  expect(crashes.slice(0, 3)).toEqual(["requested", "requested", "exit code 3"]);
  expect(delays.slice(0, 2)).toEqual([0, 0]);
  expect(tookMs).toBeLessThan(delays.at(-1) ?? 0);
});

test("a part that ignores SIGTERM is killed with its whole group after the limit", async () => {
  const { part, seen } = await supervise(
    `import { spawn } from "node:child_process";
     process.on("SIGTERM", () => {});
     const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore" });
     console.log(child.pid);
     setInterval(() => {}, 1000);`,
    { lines: 1 },
  );
  const grandchild = Number(seen[0]);

  await part.stop({ limitMs: 200 });

  await expect.poll(() => isGone(grandchild)).toBe(true);
});

test("heartbeats that arrived while the launcher was suspended are read before it judges the part", async () => {
  const { part, seen, crashes } = await supervise(
    `import { createWriteStream } from "node:fs";
     const reports = createWriteStream("", { fd: 3 });
     const beat = () => reports.write('{"kind":"alive"}\\n');
     setInterval(beat, 20);
     beat();
     process.on("SIGTERM", () => process.exit(0));
     setTimeout(() => console.log("beats"), 100);`,
    { lines: 1, hungAfterMs: CHECK_INTERVAL_MS + 450 },
  );
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 4 * CHECK_INTERVAL_MS);
  await delay(2 * CHECK_INTERVAL_MS); // the watchdog runs
  await part.stop({ limitMs: 5000 });

  expect(seen).toEqual(["beats"]);
  expect(crashes).toEqual([]);
});

test("a hung part is killed and restarted", async () => {
  const { part, seen, crashes } = await supervise(
    `import { writeSync } from "node:fs";
     const beat = () => writeSync(3, '{"kind":"alive"}\\n');
     setInterval(beat, 20);
     beat();
     process.on("SIGTERM", () => process.exit(0));
     console.log(process.pid);`,
    { lines: 1, hungAfterMs: 1000 },
  );
  process.kill(Number(seen[0]), "SIGSTOP");
  await expect.poll(() => seen.length).toBe(2);
  await part.stop({ limitMs: 5000 });

  expect(crashes).toEqual(["did not respond for 1 s"]);
});

test("a preloaded process takes over with its configuration, and is watched like any other", async () => {
  const program = (name: string) =>
    `import { createWriteStream } from "node:fs";
     createWriteStream("", { fd: 3 }).write('{"kind":"alive"}\\n');
     process.on("SIGTERM", () => process.exit(0));
     process.stdin.once("data", (line) => console.log("${name} " + process.pid + " " + String(line).trim()));`;
  const { part, seen, crashes } = await supervise(program("old"), { lines: 1 });
  const file = path.join(folder, "next.mjs");
  await writeFile(file, program("next"));
  const next = plan(file, "welcome");

  using standby = await PartStandby.load(next, { onLine: () => {}, signal: limit() });
  const whileLoaded = seen.length;
  await part.stop({ limitMs: 5000 });
  part.resume(next, standby);
  await expect.poll(() => seen[1]).toMatch(/^next \d+ {"greeting":"welcome"}$/);
  process.kill(Number(seen[1]?.split(" ")[1]), "SIGKILL");
  await expect.poll(() => seen[2]).toMatch(/^next/);
  await part.stop({ limitMs: 5000 });

  expect(whileLoaded).toBe(1);
  expect(crashes).toEqual(["signal SIGKILL"]);
});

test("a process that can't be loaded says why, and an unused one ends", async () => {
  const file = path.join(folder, "next.mjs");
  const lines: string[] = [];
  const onLine = (line: string) => lines.push(line);
  await writeFile(file, `throw new Error("it is broken");`);

  const failing = PartStandby.load(plan(file, ""), { onLine, signal: limit() });
  await expect(failing).rejects.toThrow("probe could not be loaded");
  await expect.poll(() => lines.join()).toContain("it is broken");

  await writeFile(
    file,
    `import { writeFileSync } from "node:fs";
     writeFileSync(new URL("pid", import.meta.url), String(process.pid));
     writeFileSync(3, '{"kind":"alive"}\\n');
     setInterval(() => {}, 1000);`,
  );
  const standby = await PartStandby.load(plan(file, ""), { onLine, signal: limit() });
  standby[Symbol.dispose]();
  const pid = Number(readFileSync(path.join(folder, "pid"), "utf8"));
  await expect.poll(() => isGone(pid)).toBe(true);
});

const limit = () => AbortSignal.timeout(60_000);

/** Exited, whether or not its new parent has reaped it. */
function isGone(pid: number): boolean {
  try {
    return /^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return true;
  }
}
