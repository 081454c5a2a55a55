import { writeFileSync } from "node:fs";
import path from "node:path";
import { packSource } from "../packages/server/src/api/source-route.ts";
import { projectRoot } from "./stage.ts";

// For deploy/Dockerfile: packs the contents of /source.tar.gz while everything is there. The image keeps only what
// runs.
const archive = await packSource(projectRoot, []);
writeFileSync(path.join(projectRoot, "source.tar.gz"), archive);
