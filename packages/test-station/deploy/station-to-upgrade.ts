import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { expect } from "vitest";
import { projectRoot } from "../../../scripts/stage.ts";
import { environmentOf, TestStation, until } from "../src/test-station.ts";
import { socketFolderOf } from "../../launcher/src/data-folder.ts";
import { askForChange } from "../../launcher/src/upgrade-socket.ts";
import { writeNextRelease } from "./next-release.ts";

/** Version of the next release. */
export const NEXT = "99.1.0";
/** Required by the issue: within this time the old version is back, and every player hears the stream again. */
export const BACK_LIMIT_MS = 60_000;
export const UPGRADE_LIMIT_MS = 400_000;

type Settings = Readonly<Record<string, string>>;

/** A station on air with a chat message, and the release that follows it. Disposing removes everything. */
export class StationToUpgrade implements AsyncDisposable {
  readonly folder: string;
  /** The next release's folder. */
  readonly next: string;
  readonly #settings: Settings;
  #station: TestStation;

  private constructor(folder: string, settings: Settings, station: TestStation) {
    this.folder = folder;
    this.next = nextIn(folder);
    this.#settings = settings;
    this.#station = station;
  }

  /** @param databaseUrl of an empty database; null: the embedded one */
  static async start(databaseUrl: string | null = null): Promise<StationToUpgrade> {
    const settings = {
      LISTENERS_FROM_LOOPBACK: "600",
      ...(databaseUrl !== null && { DATABASE_URL: databaseUrl }),
    };
    const folder = await mkdtemp(path.join(os.tmpdir(), "neonrelay-upgrade-"));
    await using failed = new AsyncDisposableStack();
    failed.defer(() => remove(folder));
    await writeNextRelease(nextIn(folder), NEXT);
    const station = new StationToUpgrade(folder, settings, await startIn(folder, settings));
    failed.move();
    await station.say("said before");
    return station;
  }

  get station(): TestStation {
    return this.#station;
  }

  /** Restarts it after a kill. */
  async restart(): Promise<void> {
    await this.#station[Symbol.asyncDispose]();
    this.#station = await startIn(this.folder, this.#settings);
  }

  /** The old program runs on the old data, and accepts new ones. */
  async expectAsBefore(): Promise<void> {
    expect(this.programOfData()).not.toContain(NEXT);
    expect(existsSync(path.join(dataDirOf(this.folder), "releases/upgrade.json"))).toBe(false);
    expect(await this.said()).toContain("said before");
    await this.say("said before");
  }

  async say(message: string): Promise<void> {
    // For a moment after an upgrade writes are refused.
    await until("it is said", async () => {
      const { status } = await this.#station.visitor().call("POST", "/api/chat/send", {
        username: "listener",
        message,
      });
      return status < 300;
    });
  }

  async said(): Promise<string> {
    const { body } = await this.#station.visitor().call("GET", "/api/chat");
    return JSON.stringify(body);
  }

  /** The program that last wrote the data, in words. */
  programOfData(): string {
    return readFileSync(path.join(dataDirOf(this.folder), "station-data.json"), "utf8");
  }

  /** Asks the station to change to an unpacked version. `backMs`: time since it gave up. */
  async changeTo(root: string): Promise<{ readonly failure: string; readonly backMs: number }> {
    const socket = path.join(socketFolderOf(dataDirOf(this.folder)), "upgrade.sock");
    let gaveUpAtMs = performance.now();
    const print = (line: string) => {
      if (line.startsWith("Going back")) gaveUpAtMs = performance.now();
    };
    const failure = await askForChange(socket, { root, isBack: false, print }).then(
      () => "",
      (error: unknown) => String(error instanceof Error ? error.message : error),
    );
    return { failure, backMs: performance.now() - gaveUpAtMs };
  }

  /** `npm run station` without npm. */
  async run(
    parameters: readonly string[],
    onLine: (line: string, child: ChildProcess) => void = () => {},
  ): Promise<{ readonly code: unknown; readonly lines: readonly string[] }> {
    const child = spawn(
      process.execPath,
      [
        "--disable-warning=ExperimentalWarning",
        path.join(projectRoot, "packages/launcher/src/station-main.ts"),
        ...parameters,
      ],
      {
        cwd: projectRoot,
        stdio: ["ignore", "pipe", "pipe"],
        env: { ...(await environmentOf(dataDirOf(this.folder))), ...this.#settings },
      },
    );
    const lines: string[] = [];
    for (const input of [child.stdout, child.stderr])
      createInterface({ input }).on("line", (line) => {
        lines.push(line);
        onLine(line, child);
      });
    const [code] = await once(child, "close");
    return { code, lines };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#station[Symbol.asyncDispose]();
    await remove(this.folder);
  }
}

function nextIn(folder: string): string {
  return path.join(folder, `neonrelay-${NEXT}`);
}

function dataDirOf(folder: string): string {
  return path.join(folder, "data");
}

async function startIn(folder: string, settings: Settings): Promise<TestStation> {
  return await TestStation.start({
    dataDir: dataDirOf(folder),
    demoMusic: true,
    environment: settings,
  });
}

async function remove(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}
