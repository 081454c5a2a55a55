import { createHash } from "node:crypto";
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { buildDocs } from "../../../scripts/build-docs.ts";
import { projectRoot } from "../../../scripts/stage.ts";
import { builtDocs } from "./built-docs.ts";

/** Sources of the site. */
const sources = [
  "*.md",
  "docs/**/*",
  "docs-site/.vitepress/**/*",
  "docs-site/package-lock.json",
  "scripts/{build-docs,docs-pages}.ts",
];
const stamp = path.join(projectRoot, "docs-site/node_modules/.cache/built-from");

/** vitest's setup for deployment tests: builds the documentation site, so that parallel suites find it ready. */
export function setup(): void {
  const wanted = hashSources();
  const isBuilt = existsSync(path.join(builtDocs, "index.html")) && existsSync(stamp);
  if (isBuilt && readFileSync(stamp, "utf8") === wanted) return;
  buildDocs("/docs/");
  mkdirSync(path.dirname(stamp), { recursive: true });
  writeFileSync(stamp, wanted);
}

function hashSources(): string {
  const hash = createHash("sha256");
  const files = globSync(sources, { cwd: projectRoot, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  for (const file of files.toSorted())
    hash.update(`${path.relative(projectRoot, file)}\0`).update(readFileSync(file));
  return hash.digest("hex");
}
