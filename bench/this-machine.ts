import os from "node:os";
import type { StoredResult } from "./stored-result.ts";

/** What the figures depend on, without identifying the machine. */
export function thisMachine(): StoredResult["machine"] {
  return {
    cores: os.availableParallelism(),
    memoryGib: Math.round(os.totalmem() / 2 ** 30),
    system: os.type(),
    nodeMajor: Number(process.versions.node.split(".")[0]),
  };
}
