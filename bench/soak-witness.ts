import { renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { isMainThread } from "node:worker_threads";

/**
 * Loaded into on-air and its children in front of their own code: what a process knows of its own memory, every second
 * in `<pid>.json` of the folder in SOAK_FOLDER.
 */
const EVERY_MS = 1000;

const folder = process.env.SOAK_FOLDER;
if (isMainThread && folder !== undefined) {
  const file = path.join(folder, `${process.pid}.json`);
  setInterval(() => {
    const { heapUsed, external } = process.memoryUsage();
    const resources = process.getActiveResourcesInfo().length;
    writeFileSync(`${file}.new`, JSON.stringify({ heapUsed, external, resources }));
    renameSync(`${file}.new`, file);
  }, EVERY_MS).unref();
}
