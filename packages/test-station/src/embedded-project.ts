import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { TestProject } from "vitest/node";

/**
 * Global setup of a project on the embedded database: provides a folder for databases its processes keep until they
 * end.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(tmpdir(), "neonrelay-databases-"));
  project.config.env = { ...project.config.env, TEST_DATABASE_FOLDER: folder };
  return async () => await rm(folder, { recursive: true, maxRetries: 5 });
}
