import { servesMp3 } from "@neonrelay/process/station-probe";
import { execFile } from "node:child_process";
import { once } from "node:events";
import { cp, mkdtemp, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:net";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";
import * as z from "zod";
import { freePort } from "@neonrelay/process/test-peer-process";
import { TestStation, until } from "../src/test-station.ts";

const run = promisify(execFile);
const LISTEN_LIMIT_MS = 20_000;
const MEBIBYTE = 1024 ** 2;
let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), "neonrelay-no-server-"));
});
afterEach(async () => {
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
});

/** Prepares a station that has been on air once. */
async function runOnce(): Promise<void> {
  await using station = await TestStation.start({ dataDir });
  expect((await station.visitor().call("GET", "/api/health")).status).toBe(200);
}

/** Expects sound and the reason for the missing web app; then, once the cause is gone, the server, by itself. */
async function expectSound(
  station: TestStation,
  { reason, mend }: { readonly reason: RegExp; readonly mend: () => Promise<void> },
): Promise<void> {
  expect(await servesMp3(station.streamUrl, { limitMs: LISTEN_LIMIT_MS })).toBe(true);
  expect(station.lines.join("\n")).toMatch(
    new RegExp(`The web app waits for its server, which can't start: .*${reason.source}`),
  );
  const onAir = station.parts()["on-air"];

  await mend();

  await until("the server is there", () =>
    station.lines.some((line) => line.startsWith("The web app is there: ")),
  );
  expect((await station.visitor().call("GET", "/api/health")).status).toBe(200);
  expect(station.parts()["on-air"]).toBe(onAir);
}

/** Expects the reason in the answer, but not the data's path. */
async function expectReason(station: TestStation, reason: RegExp): Promise<void> {
  const { status, body } = await station.visitor().call("GET", "/api/health");
  expect([status, JSON.stringify(body)]).toEqual([503, expect.stringMatching(reason)]);
  expect(JSON.stringify(body)).not.toContain(dataDir);
}

/** Each file with everything a write would change of it. */
async function filesIn(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder, { recursive: true });
  const facts = await Promise.all(
    names.map(async (name) => {
      const { size, mtimeMs } = await stat(path.join(folder, name));
      return `${name} ${size} ${mtimeMs}`;
    }),
  );
  return facts.toSorted();
}

/** Runs a station command while the station is stopped. */
async function command(
  ...args: readonly string[]
): Promise<{ readonly code: unknown; readonly text: string }> {
  const main = fileURLToPath(new URL("../../launcher/src/station-main.ts", import.meta.url));
  const env = { PATH: process.env["PATH"] ?? "", DATA_DIR: dataDir };
  try {
    const { stdout } = await run(process.execPath, [main, ...args], { env });
    return { code: 0, text: stdout.trim() };
  } catch (error) {
    const failed = failedSchema.parse(error);
    return { code: failed.code, text: (failed.stdout + failed.stderr).trim() };
  }
}

const failedSchema = z.object({ code: z.number(), stdout: z.string(), stderr: z.string() });

async function occupy(): Promise<{ readonly holder: Server; readonly port: string }> {
  const port = await freePort();
  const holder = createServer().listen(port, "127.0.0.1");
  await once(holder, "listening");
  return { holder, port: String(port) };
}

test("[P95] a station with a broken database plays, says why, and gets its server once the database is repaired", async () => {
  await runOnce();
  const control = path.join(dataDir, "database/global/pg_control");
  await rename(control, `${control}.kept`);
  await writeFile(control, "broken");

  await using station = await TestStation.start({ dataDir });

  await expectReason(station, /can't be opened/);
  await expectSound(station, {
    reason: /can't be opened/,
    mend: () => rename(`${control}.kept`, control),
  });
});

test.each(["PORT", "IRC_LISTEN_PORT"])(
  "[P95] a station whose %s is taken plays, says so, and gets its server once the port is free",
  async (variable) => {
    await runOnce();
    const { holder, port } = await occupy();

    await using station = await TestStation.start({ dataDir, environment: { [variable]: port } });

    const reason = new RegExp(String.raw`${port}.* taken by .* \(${process.pid}\)`);
    if (variable !== "PORT") await expectReason(station, reason);
    await expectSound(station, {
      reason,
      mend: async () => {
        holder.close();
        await once(holder, "close");
      },
    });
  },
);

// Only root can make a small disk.
test(
  "[P95] a station with a full disk plays, says so, as do its stopped commands, and gets its server once there is room",
  { tags: ["root"] },
  async () => {
    await runOnce();
    const kept = await mkdtemp(path.join(os.tmpdir(), "neonrelay-kept-"));
    await cp(dataDir, kept, { recursive: true });
    await run("mount", ["-t", "tmpfs", "-o", "size=400m,mode=700", "tmpfs", dataDir]);
    try {
      await cp(kept, dataDir, { recursive: true });
      const filler = path.join(dataDir, "filler");
      await run("sh", ["-c", `dd if=/dev/zero of=${filler} bs=64k status=none || true`]);

      const before = await filesIn(dataDir);

      const doctor = await command("doctor");
      const after = await filesIn(dataDir);
      const users = await command("user", "list");
      await using station = await TestStation.start({ dataDir });

      expect(doctor).toMatchObject({ code: 1 });
      expect(doctor.text).toMatch(`BAD  Disk of ${dataDir}: 0 MiB free`);
      expect(doctor.text).toMatch(`BAD  Database: not opened: Disk of ${dataDir}: 0 MiB free`);
      expect(after).toEqual(before);
      expect(users).toMatchObject({ code: 1 });
      expect(users.text).toMatch(
        /^[^\n]*the disk is full[^\n]*$|^The disk with [^\n]* is full[^\n]*$/,
      );
      await expectReason(station, /the disk is full/);
      await expectSound(station, { reason: /the disk is full/, mend: () => rm(filler) });
    } finally {
      await run("umount", ["-l", dataDir]);
      await rm(kept, { recursive: true, force: true });
    }
  },
);

test("[P95] a server that can't restart while the station runs says why, and comes back", async () => {
  await using station = await TestStation.start({ dataDir });
  const control = path.join(dataDir, "database/global/pg_control");
  const { server = 0 } = station.parts();
  process.kill(server, "SIGSTOP");
  await rename(control, `${control}.kept`);
  await writeFile(control, Buffer.alloc((8 * MEBIBYTE) / 1024));

  process.kill(server, "SIGKILL");

  // A call in progress when the server stops or starts is cut off.
  const health = async () =>
    await station
      .visitor()
      .call("GET", "/api/health")
      .catch(() => null);
  await until("it says why", async () => {
    const answer = await health();
    return answer?.status === 503 && JSON.stringify(answer.body).includes("can't be opened");
  });
  expect(await servesMp3(station.streamUrl, { limitMs: LISTEN_LIMIT_MS })).toBe(true);
  await rename(`${control}.kept`, control);
  await until("the server is there", async () => (await health())?.status === 200);
});
