import path from "node:path";
import { projectRoot } from "../../../scripts/stage.ts";

/** The documentation site as `npm run docs` builds it: the project `deploy` does that before its suites. */
export const builtDocs = path.join(projectRoot, "docs-site/dist");
