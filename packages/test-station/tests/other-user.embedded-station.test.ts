import { once } from "node:events";
import { spawn, type ChildProcess } from "node:child_process";
import { chmod, chown, mkdir, mkdtemp, rm, stat } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, onTestFailed, test } from "vitest";
import { startLimit, until } from "../src/test-station.ts";

const projectRoot = fileURLToPath(new URL("../../..", import.meta.url));
const UNPRIVILEGED = 65_534;

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "neonrelay-other-user-"));
  await chmod(folder, 0o755);
  await mkdir(path.join(folder, "checkout"));
  await mkdir(path.join(folder, "data"));
  await chown(path.join(folder, "data"), UNPRIVILEGED, UNPRIVILEGED);
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

/**
 * Runs what `npm start` runs as `nobody`, in this checkout mounted read-only.
 * @param mounts shell commands to run first, in the folder above the checkout
 */
function startAsNobody({ mounts }: { readonly mounts: string }): {
  readonly station: ChildProcess;
  readonly lines: readonly string[];
} {
  const script = `
    cd "$1"
    mount --bind "$2" checkout
    mount -o remount,bind,ro checkout
    ${mounts}
    cd checkout
    exec setpriv --reuid=${UNPRIVILEGED} --regid=${UNPRIVILEGED} --clear-groups "$3" scripts/bootstrap.mjs start`;
  const parameters = [folder, projectRoot, process.execPath];
  const station = spawn("unshare", ["--mount", "sh", "-euc", script, "sh", ...parameters], {
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      PATH: process.env["PATH"] ?? "",
      DATA_DIR: path.join(folder, "data"),
      PORT: "0",
      STREAM_PORT: "0",
      IRC_LISTEN_PORT: "off",
      DEMO_MUSIC: "off",
      BUILD_DOCS: "off",
    },
  });
  const lines: string[] = [];
  for (const output of [station.stdout, station.stderr])
    createInterface({ input: output, crlfDelay: Infinity }).on("line", (line) => lines.push(line));
  return { station, lines };
}

// Only root can become another user and mount folders.
test("the station starts from a checkout its user can't write", { tags: ["root"] }, async () => {
  const { station, lines } = startAsNobody({ mounts: "" });
  onTestFailed(() => console.error(lines.join("\n")));
  const ended = once(station, "close");
  try {
    const webUrl = await until(
      "the station is on air",
      () => {
        if (station.exitCode !== null) throw new Error(lines.join("\n"));
        return lines
          .find((line) => line.startsWith("Web:"))
          ?.slice("Web:".length)
          .trim();
      },
      startLimit,
    );

    const page = await fetch(webUrl);

    expect(page.status).toBe(200);
    expect(await page.text()).toContain("<title>");
    expect((await stat(path.join(folder, "data/station.lock"))).uid).toBe(UNPRIVILEGED);
  } finally {
    station.kill("SIGTERM");
    await ended;
  }
});

test(
  "a missing web app that this user can't build is refused with what to do",
  { tags: ["root"] },
  async () => {
    const { station, lines } = startAsNobody({
      mounts: "mount -t tmpfs -o ro tmpfs checkout/packages/web/dist",
    });

    await once(station, "close");

    expect(station.exitCode).toBe(1);
    expect(lines.filter((line) => !line.includes(" | ")).join("\n")).toMatch(
      /^Neon Relay can't start\. The web app in \S+ is not built, and this user can't write to that folder\. Run `npm run build` in \S+ as the user it belongs to, then start again\.$/,
    );
  },
);
