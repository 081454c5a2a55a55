import { once } from "node:events";
import { Socket } from "node:net";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { StartUpError } from "@neonrelay/process/part";
import { collectNowAndThen } from "@neonrelay/process/spare-memory";
import { ConfigError } from "./config.ts";
import { readEdgeConfig } from "./edge-config.ts";
import { createLineFormat, isJournal, outliveReaders, withPriority } from "./output-lines.ts";
import { startEdge } from "./start-edge.ts";

// `npm run edge`: serves a station's mounts from another machine.
process.title = "neonrelay-edge";
collectNowAndThen();
outliveReaders();
const projectRoot = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../../..");
const stop = new AbortController();
const inJournal = isJournal(process.env["JOURNAL_STREAM"], 2);
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
  process.on(signal, () => stop.abort());

try {
  const lifelineFd = process.env["NEONRELAY_LIFELINE_FD"];
  // The stage that started us holds this pipe open: its end means that stage is gone.
  if (lifelineFd !== undefined)
    new Socket({ fd: Number(lifelineFd), readable: true, writable: false })
      .on("error", () => stop.abort())
      .on("close", () => stop.abort())
      .resume()
      .unref();
  const launch = readEdgeConfig({
    args: process.argv.slice(2),
    environment: process.env,
    workingFolder: process.env["INIT_CWD"] ?? process.cwd(),
  });
  const formatLine = createLineFormat({
    format: launch.logFormat,
    isTerminal: process.stderr.isTTY,
    isJournal: inJournal,
  });
  const edge = await startEdge({
    launch,
    environment: process.env,
    projectRoot,
    output: {
      announce: (line) => void process.stdout.write(`${line}\n`),
      log: (line) => void process.stderr.write(`${formatLine(line)}\n`),
    },
    signal: stop.signal,
  });
  if (!stop.signal.aborted) await once(stop.signal, "abort");
  await edge.close();
  process.exit(0);
} catch (error) {
  if (stop.signal.aborted) process.exit(0);
  if (!(error instanceof StartUpError || error instanceof ConfigError)) throw error;
  const text = `This edge can't start. ${error.message}`;
  process.stderr.write(`${inJournal ? withPriority(text, "error") : text}\n`);
  process.exit(1);
}
