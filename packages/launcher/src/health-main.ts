import { StartUpError } from "@neonrelay/process/part";
import { ConfigError } from "./config.ts";
import { readLaunch } from "./launch.ts";

const ANSWER_LIMIT_MS = 8000;

// For those that watch a station by a program, such as a container's health check: asks its /api/health, and ends with
// 1 when something that the station needs is not in order.
try {
  const { config } = readLaunch({ environment: process.env, workingFolder: process.cwd() });
  const answer = await fetch(`http://${reachable(config.host)}:${config.port}/api/health`, {
    signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
  });
  process.stdout.write(`${await answer.text()}\n`);
  process.exitCode = answer.ok ? 0 : 1;
} catch (error) {
  if (error instanceof StartUpError || error instanceof ConfigError)
    process.stderr.write(`${error.message}\n`);
  else process.stderr.write(`The station does not answer: ${String(error)}\n`);
  process.exitCode = 1;
}

/** An address of this machine that reaches what listens on `host`. */
function reachable(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "127.0.0.1";
  return host.includes(":") ? `[${host}]` : host;
}
