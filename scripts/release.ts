import { StartUpError } from "@neonrelay/process/part";
import { makeRelease } from "./make-release.ts";
import { projectRoot } from "./stage.ts";

// `npm run release -- 0.2.0`: sets the version, renames the changelog section, commits, tags and lists the release.
const [version = ""] = process.argv.slice(2);
try {
  const date = new Date().toISOString().slice(0, "2026-01-01".length);
  const tag = makeRelease({ folder: projectRoot, version, date });
  console.log(`Released ${tag}. Publish it with: git push --follow-tags`);
  console.log(`Its artefacts: git checkout ${tag}, then npm run artefacts`);
} catch (error) {
  if (!(error instanceof StartUpError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
