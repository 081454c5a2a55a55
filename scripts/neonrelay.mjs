#!/usr/bin/env node
// Entry of `npx neonrelay` and the offline archive: the installed station, with its data below the current folder.
import path from "node:path";
import { fileURLToPath } from "node:url";
import { handOver, watchNpm } from "./hand-over.mjs";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const [command = "start", ...rest] = process.argv.slice(2);
const isStart = command === "start";
const dataDir = path.resolve(process.env.DATA_DIR || "neonrelay-data");
if (isStart)
  console.log(`Neon Relay keeps its data in ${dataDir}; DATA_DIR=… names another folder.`);
if (["help", "--help", "-h"].includes(command))
  console.log("neonrelay [start] puts the station on air; neonrelay COMMAND talks to it.");
handOver({
  root,
  entry: `packages/launcher/src/${isStart ? "main" : "station-main"}.js`,
  args: isStart ? rest : [command, ...rest],
  isStation: true,
  isStart,
  isSpare: isStart,
  env: { ...process.env, DATA_DIR: dataDir },
  isNpmGone: watchNpm(),
});
