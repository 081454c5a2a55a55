import { StartUpError } from "@neonrelay/process/part";
import { buildDocs } from "../packages/launcher/src/docs-build.ts";
import { makeArtefacts } from "./make-artefacts.ts";
import { git } from "./npm-package.ts";
import { projectRoot } from "./stage.ts";

const BUILD_LIMIT_MS = 900_000;

// `npm run artefacts`: the files of a release, in dist/.
try {
  if (git("status", "--porcelain") !== "")
    throw new StartUpError("There are uncommitted changes: the artefacts are of a commit.");
  const { files, withoutContainer } = await makeArtefacts({
    buildah: "buildah",
    docs: await buildDocs({
      projectRoot,
      base: "/docs/",
      environment: process.env,
      onLine: console.log,
      niceness: 0,
      signal: AbortSignal.timeout(BUILD_LIMIT_MS),
    }),
    gzipLevel: 6,
  });
  for (const file of files) console.log(file);
  if (withoutContainer !== null)
    console.log(`The container archive was skipped: ${withoutContainer}.`);
} catch (error) {
  if (!(error instanceof StartUpError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
