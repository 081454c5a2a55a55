import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import v8 from "node:v8";
import vm from "node:vm";
import { isMainThread } from "node:worker_threads";

/**
 * Loaded into each process of a station in front of its own code, with a folder as query of its address: whenever the
 * file `look` there has another number, the process collects its garbage and writes what is left in `<pid>.json`.
 */
const EVERY_MS = 250;

const folder = new URL(import.meta.url).searchParams.get("folder");
if (isMainThread && folder !== null) {
  v8.setFlagsFromString("--expose-gc");
  const collect: unknown = vm.runInNewContext("gc");
  const wanted = path.join(folder, "look");
  const file = path.join(folder, `${process.pid}.json`);
  let seen = "";
  setInterval(() => {
    const look = existsSync(wanted) ? readFileSync(wanted, "utf8") : "";
    if (look === seen || look === "") return;
    seen = look;
    // What the first one finalises the second one frees.
    for (let times = 0; times < 2; times += 1) if (typeof collect === "function") collect();
    const { heapUsed, external } = process.memoryUsage();
    const resources = process.getActiveResourcesInfo();
    const timers = resources.filter((name) => name === "Timeout").length;
    const figures = { look, heapUsed, external, timers, resources: resources.length };
    writeFileSync(`${file}.new`, JSON.stringify(figures));
    renameSync(`${file}.new`, file);
  }, EVERY_MS).unref();
}
