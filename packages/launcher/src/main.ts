import { once } from "node:events";
import { Socket } from "node:net";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { collectNowAndThen } from "@neonrelay/process/spare-memory";
import { inWords } from "./known-failure.ts";
import { createLineFormat, isJournal, outliveReaders, withPriority } from "./output-lines.ts";
import { readLaunch } from "./launch.ts";
import { startNode } from "./start-node.ts";
import { startStation } from "./start-station.ts";

process.title = "neonrelay";
collectNowAndThen();
outliveReaders();
const projectRoot = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../../..");
const stop = new AbortController();
const inJournal = isJournal(process.env["JOURNAL_STREAM"], 2);
const say = (text: string, level: "warn" | "error"): void =>
  void process.stderr.write(`${inJournal ? withPriority(text, level) : text}\n`);
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
  process.on(signal, () => stop.abort());

try {
  const { config, warnings, lifelineFd } = readLaunch({
    environment: process.env,
    workingFolder: process.cwd(),
  });
  const formatLine = createLineFormat({
    format: config.logFormat,
    isTerminal: process.stderr.isTTY,
    isJournal: inJournal,
  });
  for (const warning of warnings) say(`Warning: ${warning}`, "warn");
  // The stage that started us holds this pipe open: its end means that stage is gone.
  // A socket, not a file stream: a blocked read would delay the exit of this process.
  if (lifelineFd !== null)
    new Socket({ fd: lifelineFd, readable: true, writable: false })
      .on("error", () => stop.abort())
      .on("close", () => stop.abort())
      .resume()
      .unref();
  const { values } = parseArgs({
    options: {
      "clock-speed": { type: "string", default: "1" },
      trial: { type: "boolean", default: false },
    },
  });
  const options = {
    config,
    environment: process.env,
    projectRoot,
    clockSpeed: Number(values["clock-speed"]),
    isTrial: values.trial,
    output: {
      announce: (line: string) => void process.stdout.write(`${line}\n`),
      log: (line: string) => void process.stderr.write(`${formatLine(line)}\n`),
    },
    signal: stop.signal,
  };
  const { node } = config;
  const station =
    node?.hasOnAir === false ? await startNode({ ...options, node }) : await startStation(options);
  if (!stop.signal.aborted) await once(stop.signal, "abort");
  await station.close();
  process.exit(0);
} catch (error) {
  if (stop.signal.aborted) process.exit(0);
  const known = inWords(error);
  if (known === null) throw error;
  say(`Neon Relay can't start. ${known}`, "error");
  process.exit(1);
}
