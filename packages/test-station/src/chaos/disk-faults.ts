import { open, rm } from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { isDiskFull } from "@neonrelay/process/disk-full";
import { over, type Fault } from "./fault.ts";
import { promises } from "./promise-rules.ts";

const FULL_MS = 10_000;
const PIECE = Buffer.alloc(1024 * 1024);
const LAST_PIECE = Buffer.alloc(4096);

/** Fills the disk of DATA_DIR to the last block, then frees it. */
export const diskFault: Fault = {
  name: "disk full for 10 s",
  promise: promises.unheard,
  inflict: async ({ dataDir }) => {
    const file = path.join(dataDir, "something-else");
    const endMs = performance.now() + FULL_MS;
    // Also takes any space the station frees.
    while (performance.now() < endMs) {
      await fill(file);
      await delay(100);
    }
    await rm(file);
    return over;
  },
};

async function fill(file: string): Promise<void> {
  await using handle = await open(file, "a");
  for (const piece of [PIECE, LAST_PIECE])
    try {
      for (;;) await handle.write(piece);
    } catch (error) {
      if (!isDiskFull(error)) throw error;
    }
}
