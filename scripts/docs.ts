import { parseArgs } from "node:util";
import { StartUpError } from "@neonrelay/process/part";
import { buildDocs } from "./build-docs.ts";

// `npm run docs [-- --base /radio/docs/]`: the documentation as a site, which the station serves under /docs.
const { values } = parseArgs({ options: { base: { type: "string", default: "/docs/" } } });
try {
  console.log(`The documentation is built: ${buildDocs(values.base)}`);
} catch (error) {
  if (!(error instanceof StartUpError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
