import { parseArgs } from "node:util";
import { StartUpError } from "@neonrelay/process/part";
import { buildDocs } from "../packages/launcher/src/docs-build.ts";
import { projectRoot } from "./stage.ts";

// `npm run docs [-- --base /radio/docs/]`: the documentation as a site, which the station serves under /docs.
const { values } = parseArgs({ options: { base: { type: "string", default: "/docs/" } } });
const stop = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => stop.abort());
try {
  const folder = await buildDocs({
    projectRoot,
    base: values.base,
    environment: process.env,
    onLine: console.log,
    niceness: 0,
    signal: stop.signal,
  });
  console.log(`The documentation is built: ${folder}`);
} catch (error) {
  if (!(error instanceof StartUpError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
