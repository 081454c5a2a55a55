import path from "node:path";
import type { Logger } from "@neonrelay/process/log";
import { codecs, type Codec } from "../formats/stream-formats.ts";
import { bridgeLoopSchema, type BridgeLoop } from "./bridge.ts";
import { StateFile } from "../state/state-file.ts";

/** The newest loop of each codec, on disk: a bridge may be needed before any engine is up. */
export class BridgeFiles {
  readonly #files: ReadonlyMap<Codec, StateFile<BridgeLoop>>;

  constructor({ folder, log }: { readonly folder: string; readonly log: Logger }) {
    this.#files = new Map(
      codecs.map((codec) => {
        // The only one had this name in an older release.
        const name = codec === "mp3" ? "bridge-loop.json" : `bridge-loop-${codec}.json`;
        return [codec, new StateFile<BridgeLoop>({ path: path.join(folder, name), log })];
      }),
    );
  }

  load(): readonly BridgeLoop[] {
    return [...this.#files.values()].flatMap((file) => file.load(bridgeLoopSchema) ?? []);
  }

  save(loop: BridgeLoop): void {
    this.#files.get(loop.codec)?.save(loop);
  }

  async flush(): Promise<void> {
    await Promise.all([...this.#files.values()].map(async (file) => file.flush()));
  }
}
