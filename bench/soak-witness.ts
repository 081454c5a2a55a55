import { renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { isMainThread } from "node:worker_threads";

/**
 * Preloaded into on-air and its children: each process writes its own memory figures every second to `<pid>.json` in
 * the folder SOAK_FOLDER.
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
