import { fileURLToPath } from "node:url";
import type { TestProject } from "vitest/node";
import { buildWebWhenChanged } from "../../launcher/src/web-build.ts";
import { findTemplate } from "../../server/src/database/test-template.ts";

/**
 * vitest's setup for projects of whole stations. Does everything a first start would do, since two starts at once would
 * do it in the same folder: builds the web app, and makes an embedded database to copy.
 */
export async function setup(project: TestProject): Promise<void> {
  await buildWebWhenChanged({
    projectRoot: fileURLToPath(new URL("../../..", import.meta.url)),
    onLine: console.log,
    signal: AbortSignal.timeout(120_000),
  });
  project.config.env = { ...project.config.env, TEST_DATABASE_TEMPLATE: await findTemplate() };
}
