import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { childrenOf } from "@neonrelay/test-station/station-processes";
import * as z from "zod";
import { memoryMibOf } from "./process-figures.ts";
import { growthOf, hourOf, type ProcessSample } from "./soak-rules.ts";

const MIB = 1024 * 1024;
const witnessSchema = z.object({
  heapUsed: z.number(),
  external: z.number(),
  resources: z.number(),
});

/** Resource use of on-air and its engine, hour by hour. */
export class ProcessLedger {
  readonly #pids: Readonly<Record<"on-air" | "engine", number>>;
  readonly #folder: string;
  /** All samples of each hour. */
  readonly #samples: Record<"on-air" | "engine", ProcessSample[]>[] = [];

  /** @param folder where the witnesses write */
  constructor({ onAirPid, folder }: { readonly onAirPid: number; readonly folder: string }) {
    const engine = childrenOf(onAirPid).find((pid) =>
      readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("engine"),
    );
    if (engine === undefined) throw new Error("there is no engine");
    this.#pids = { "on-air": onAirPid, engine };
    this.#folder = folder;
  }

  /** Whether the engine is still the original one. */
  get isEngineThere(): boolean {
    return existsSync(`/proc/${this.#pids.engine}`);
  }

  sample(hour: number): void {
    const now = (this.#samples[hour] ??= { "on-air": [], engine: [] });
    now["on-air"].push(this.#sampleOf(this.#pids["on-air"]));
    now.engine.push(this.#sampleOf(this.#pids.engine));
  }

  get hours(): readonly Readonly<Record<string, number>>[] {
    return this.#samples.map((samples, index) => ({
      hour: index + 1,
      ...named("on-air", hourOf(samples["on-air"])),
      ...named("engine", hourOf(samples.engine)),
    }));
  }

  /** Growth beyond a bound, as sentences. */
  get growth(): readonly string[] {
    return (["on-air", "engine"] as const).flatMap((name) =>
      growthOf(
        name,
        this.#samples.map((samples) => hourOf(samples[name])),
      ),
    );
  }

  #sampleOf(pid: number): ProcessSample {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    const file = path.join(this.#folder, `${pid}.json`);
    const witness = witnessSchema.parse(JSON.parse(readFileSync(file, "utf8")));
    return {
      residentMib: memoryMibOf(pid),
      heapMib: (witness.heapUsed + witness.external) / MIB,
      openFiles: readdirSync(`/proc/${pid}/fd`).length,
      threads: Number(/^Threads:\s+(\d+)/m.exec(status)?.[1]),
      resources: witness.resources,
    };
  }
}

function named(name: string, figures: ProcessSample): Readonly<Record<string, number>> {
  return Object.fromEntries(
    Object.entries(figures).map(([figure, value]) => [
      `${name} ${figure}`,
      Math.round(value * 10) / 10,
    ]),
  );
}
