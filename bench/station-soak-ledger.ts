import {
  existsSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { descendantsOf } from "@neonrelay/test-station/station-processes";
import * as z from "zod";
import { memoryMibOf, partNameOf } from "./process-figures.ts";
import {
  growthOf,
  mayGrow,
  openFilesOf,
  processFigures,
  slopesOf,
  tableGrowthOf,
  unboundedOf,
  type RestingProcess,
  type TableSizes,
} from "./station-soak-rules.ts";

const MIB = 1024 * 1024;
const WITNESS_LIMIT_MS = 20_000;
/** Names of the parts; other processes come and go. */
const parts = ["neonrelay", "packages/on-air", "engine", "probe", "packages/server"];
/** Folders of the data folder for what the day adds. */
const filledFolders: ReadonlySet<string> = new Set(["database", "music", "artwork", "waveforms"]);
const FOLDER_MAY_GROW_BYTES = MIB;
const NOT_READABLE = "";

const witnessSchema = z.object({
  look: z.string(),
  heapUsed: z.number(),
  external: z.number(),
  timers: z.int(),
  resources: z.int(),
});

/** A station's resources at the end of each hour, while nothing happens. */
export class SoakLedger {
  readonly #launcherPid: number;
  readonly #dataDir: string;
  readonly #folder: string;
  readonly #processes = new Map<string, RestingProcess[]>();
  readonly #folders = new Map<string, number[]>();
  readonly #tables: TableSizes[] = [];
  #looks = 0;

  /** @param folder where the witnesses write */
  constructor({
    launcherPid,
    dataDir,
    folder,
  }: {
    readonly launcherPid: number;
    readonly dataDir: string;
    readonly folder: string;
  }) {
    this.#launcherPid = launcherPid;
    this.#dataDir = dataDir;
    this.#folder = folder;
  }

  /** @param tables null: they could not be read */
  async look(tables: TableSizes | null): Promise<void> {
    this.#looks += 1;
    const look = String(this.#looks);
    writeFileSync(path.join(this.#folder, "look"), look);
    for (const pid of [this.#launcherPid, ...descendantsOf(this.#launcherPid)]) {
      const name = partNameOf(pid);
      if (name === null || !parts.includes(name)) continue;
      const sample = await this.#sampleOf(pid, look);
      if (sample === null) continue;
      this.#processes.set(name, [...(this.#processes.get(name) ?? []), sample]);
    }
    for (const entry of readdirSync(this.#dataDir, { withFileTypes: true })) {
      if (!entry.isDirectory()) continue;
      const bytes = bytesBelow(path.join(this.#dataDir, entry.name));
      this.#folders.set(entry.name, [...(this.#folders.get(entry.name) ?? []), bytes]);
    }
    if (tables !== null) this.#tables.push(tables);
  }

  /** Each process's resources at the end, and its gain since warm-up. */
  get rows(): readonly Readonly<Record<string, string | number>>[] {
    return [...this.#processes].flatMap(([name, hours]) => {
      const last = hours.at(-1);
      const slopes = slopesOf(hours);
      return processFigures.map((figure) => ({
        what: `${name} ${figure}`,
        "at the end": rounded(last?.[figure] ?? Number.NaN),
        "gained in an hour": Math.round(slopes[figure] * 100) / 100,
        "may gain in a day": mayGrow[figure],
      }));
    });
  }

  /** Size of every non-empty table and folder: at the beginning and at the end. */
  get sizes(): readonly Readonly<Record<string, string | number>>[] {
    const [first = {}] = this.#tables;
    const last = this.#tables.at(-1) ?? {};
    return Object.entries(last).map(([table, { rows, bytes }]) => ({
      table,
      "rows at first": first[table]?.rows ?? NOT_READABLE,
      "rows at last": rows ?? NOT_READABLE,
      "KiB at first": Math.round((first[table]?.bytes ?? 0) / 1024),
      "KiB at last": Math.round(bytes / 1024),
    }));
  }

  get folders(): string {
    return [...this.#folders]
      .map(([name, bytes]) => `${name} ${rounded((bytes.at(-1) ?? 0) / MIB)} MiB`)
      .join(", ");
  }

  get lastTables(): TableSizes {
    return this.#tables.at(-1) ?? {};
  }

  /** Growth beyond a limit, as sentences. */
  get growth(): readonly string[] {
    return [
      ...parts.flatMap((name) => growthOf(name, this.#processes.get(name) ?? [])),
      ...(this.#tables.length >= this.#looks / 2
        ? []
        : [`tables could be looked at in ${this.#tables.length} of ${this.#looks} hours only`]),
      ...unboundedOf(tableGrowthOf(this.#tables)),
      ...unboundedOf(
        [...this.#folders]
          .filter(([name]) => !filledFolders.has(name))
          .map(([name, values]) => ({
            name: `bytes of the folder ${name}`,
            values,
            mayGrowBy: FOLDER_MAY_GROW_BYTES,
          })),
      ),
    ];
  }

  /** null: it has ended in the meantime, or has no witness. */
  async #sampleOf(pid: number, look: string): Promise<RestingProcess | null> {
    const file = path.join(this.#folder, `${pid}.json`);
    const limit = AbortSignal.timeout(WITNESS_LIMIT_MS);
    for (;;) {
      if (!existsSync(`/proc/${pid}`) || limit.aborted) return null;
      const seen = existsSync(file)
        ? witnessSchema.parse(JSON.parse(readFileSync(file, "utf8")))
        : null;
      if (seen?.look === look) {
        const status = readFileSync(`/proc/${pid}/status`, "utf8");
        return {
          pid,
          heapMib: (seen.heapUsed + seen.external) / MIB,
          residentMib: memoryMibOf(pid),
          openFiles: openFilesOf(descriptorsOf(pid), path.join(this.#dataDir, "database/")),
          threads: Number(/^Threads:\s+(\d+)/m.exec(status)?.[1]),
          timers: seen.timers,
          resources: seen.resources,
        };
      }
      await delay(100);
    }
  }
}

function descriptorsOf(pid: number): readonly string[] {
  const folder = `/proc/${pid}/fd`;
  return readdirSync(folder).map((name) => {
    try {
      return readlinkSync(path.join(folder, name));
    } catch {
      return ""; // closed in the meantime
    }
  });
}

/** A file that disappears while being read counts as none. */
function bytesBelow(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).reduce((sum, entry) => {
    if (!entry.isFile()) return sum;
    return (
      sum +
      (statSync(path.join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.size ?? 0)
    );
  }, 0);
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}
