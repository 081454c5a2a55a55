import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import v8 from "node:v8";
import vm from "node:vm";
import { isMainThread } from "node:worker_threads";

/**
 * Preloaded into each thread of a station, with a folder as the query of its URL. Whenever the number in the folder's
 * file `look` changes, all threads collect their garbage, and the main threads write what is left to `<pid>.json`.
 */
const EVERY_MS = 250;
/** V8 keeps emptied pages until it has been idle for eight seconds; after this kind of collection it keeps none. */
const wholly = { type: "major", execution: "sync", flavor: "last-resort" };

const folder = new URL(import.meta.url).searchParams.get("folder");
if (folder !== null) {
  v8.setFlagsFromString("--expose-gc");
  const collect: unknown = vm.runInNewContext("gc");
  const wanted = path.join(folder, "look");
  const file = path.join(folder, `${process.pid}.json`);
  let seen = "";
  setInterval(() => {
    const look = existsSync(wanted) ? readFileSync(wanted, "utf8") : "";
    if (look === seen || look === "") return;
    seen = look;
    if (typeof collect === "function") collect(wholly);
    if (!isMainThread) return;
    const { heapUsed, external } = process.memoryUsage();
    const resources = process.getActiveResourcesInfo();
    const timers = resources.filter((name) => name === "Timeout").length;
    const figures = { look, heapUsed, external, timers, resources: resources.length };
    writeFileSync(`${file}.new`, JSON.stringify(figures));
    renameSync(`${file}.new`, file);
  }, EVERY_MS).unref();
}
