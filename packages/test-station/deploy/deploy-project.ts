import { buildDocsWhenChanged } from "../../launcher/src/docs-build.ts";
import { projectRoot } from "../../../scripts/stage.ts";

const BUILD_LIMIT_MS = 900_000;

/** vitest's setup for deployment tests: builds the documentation site, so that parallel suites find it ready. */
export async function setup(): Promise<void> {
  await buildDocsWhenChanged({
    projectRoot,
    environment: process.env,
    onLine: console.log,
    niceness: 0,
    signal: AbortSignal.timeout(BUILD_LIMIT_MS),
  });
}
