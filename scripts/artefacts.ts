import { StartUpError } from "@neonrelay/process/part";
import { makeArtefacts } from "./make-artefacts.ts";
import { git } from "./npm-package.ts";

// `npm run artefacts`: what a release hands out, in dist/.
try {
  if (git("status", "--porcelain") !== "")
    throw new StartUpError("There are uncommitted changes: the artefacts are of a commit.");
  for (const file of await makeArtefacts()) console.log(file);
} catch (error) {
  if (!(error instanceof StartUpError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
