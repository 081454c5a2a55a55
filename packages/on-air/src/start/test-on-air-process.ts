/** on-air as the launcher starts it: a process of its own, which can be killed. For tests. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { Socket } from "node:net";
import { fileURLToPath } from "node:url";
import { readJsonLines, toJsonLine } from "@neonrelay/process/json-lines";
import { partReportSchema } from "@neonrelay/process/part";
import { testConfig } from "./test-on-air.ts";

const main = fileURLToPath(new URL("../main.ts", import.meta.url));
const MAX_LINE_BYTES = 64 * 1024;

export interface OnAirProcess extends AsyncDisposable {
  /** Of its stream server. */
  readonly url: string;
}

/** Starts it and waits until there is something to hear; disposing of it kills it, as a crash would. */
export async function startOnAirProcess(folder: string): Promise<OnAirProcess> {
  const child = spawn(process.execPath, [main], { stdio: ["pipe", "ignore", "inherit", "pipe"] });
  const ended = once(child, "exit");
  const reports = child.stdio[3];
  if (child.stdin === null || !(reports instanceof Socket)) throw new Error("no pipes");
  child.stdin.on("error", () => {}); // the test has killed it
  reports.on("error", () => {});
  child.stdin.write(toJsonLine(testConfig(folder)));
  return {
    url: await readyUrl(reports),
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await ended;
    },
  };
}

async function readyUrl(reports: Socket): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const read = async (): Promise<void> => {
    for await (const line of readJsonLines(reports, { maxLineBytes: MAX_LINE_BYTES })) {
      const report = partReportSchema.parse(line);
      if (report.kind === "ready") resolve(report.url);
    }
    reject(new Error("on-air has ended"));
  };
  read().catch(reject);
  return await promise;
}
