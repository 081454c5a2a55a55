import { fileURLToPath } from "node:url";
import type { TestProject } from "vitest/node";
import { buildWebWhenChanged } from "../../launcher/src/web-build.ts";
import { findTemplate } from "../../server/src/database/test-template.ts";

/**
 * What vitest does before a project of whole stations: what each of them would do at its first start, and two at once
 * into the same folder, is done. The web app is built, and there is an embedded database to be copied.
 */
export async function setup(project: TestProject): Promise<void> {
  await buildWebWhenChanged({
    projectRoot: fileURLToPath(new URL("../../..", import.meta.url)),
    onLine: console.log,
    signal: AbortSignal.timeout(120_000),
  });
  project.config.env = { ...project.config.env, TEST_DATABASE_TEMPLATE: await findTemplate() };
}
