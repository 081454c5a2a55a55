import path from "node:path";
import { projectRoot } from "../../../scripts/stage.ts";

/** The documentation site of `npm run docs`; the project `deploy` builds it before its suites. */
export const builtDocs = path.join(projectRoot, "docs-site/dist");
