import http from "node:http";
import https from "node:https";
import { text } from "node:stream/consumers";
import { StartUpError } from "@neonrelay/process/part";
import { ConfigError } from "./config.ts";
import { readLaunch } from "./launch.ts";

const ANSWER_LIMIT_MS = 8000;

// Health check for monitors, such as a container's: requests /api/health and exits with 1 if something the station
// needs is broken.
try {
  const { config } = readLaunch({ environment: process.env, workingFolder: process.cwd() });
  const place = `${reachable(config.host)}:${config.port}/api/health`;
  const signal = AbortSignal.timeout(ANSWER_LIMIT_MS);
  // The certificate names the public address, not this one.
  const request =
    config.tls === null
      ? http.get(`http://${place}`, { signal })
      : https.get(`https://${place}`, { signal, rejectUnauthorized: false });
  const answer = await new Promise<http.IncomingMessage>((resolve, reject) =>
    request.once("response", resolve).once("error", reject),
  );
  process.stdout.write(`${await text(answer)}\n`);
  process.exitCode = answer.statusCode === 200 ? 0 : 1;
} catch (error) {
  if (error instanceof StartUpError || error instanceof ConfigError)
    process.stderr.write(`${error.message}\n`);
  else process.stderr.write(`The station does not answer: ${String(error)}\n`);
  process.exitCode = 1;
}

/** An address of this machine that reaches a server listening on `host`. */
function reachable(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "127.0.0.1";
  return host.includes(":") ? `[${host}]` : host;
}
