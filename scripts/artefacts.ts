import { StartUpError } from "@neonrelay/process/part";
import { buildDocs } from "./build-docs.ts";
import { makeArtefacts } from "./make-artefacts.ts";
import { git } from "./npm-package.ts";

// `npm run artefacts`: the files of a release, in dist/.
try {
  if (git("status", "--porcelain") !== "")
    throw new StartUpError("There are uncommitted changes: the artefacts are of a commit.");
  const { files, withoutContainer } = await makeArtefacts({
    buildah: "buildah",
    docs: buildDocs("/docs/"),
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
