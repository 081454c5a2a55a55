import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Plugin } from "vite";

const WORKER = "service-worker.js";

/** Gives the service worker the files of this build and one version for all of them. */
export function shellFiles(): Plugin {
  let root = "";
  let publicFolder = "";
  return {
    name: "neonrelay-shell-files",
    apply: "build",
    configResolved(config) {
      root = config.root;
      publicFolder = config.publicDir;
    },
    generateBundle(_options, bundle) {
      const worker = bundle[WORKER];
      if (worker?.type !== "chunk") this.error(`there is no ${WORKER} in the build`);
      // A worker of several files would be a module worker, which not every browser supports.
      if (worker.imports.length > 0) this.error(`${WORKER} shares code with the app`);
      const fixed = readdirSync(publicFolder).filter((name) => name.endsWith(".svg"));
      const built = Object.keys(bundle).filter((name) => name.startsWith("assets/"));
      const hash = createHash("sha256").update(built.sort().join("\n")).update(worker.code);
      const unnamed = [
        ...fixed.map((name) => path.join(publicFolder, name)),
        path.join(root, "index.html"),
      ];
      for (const file of unnamed) hash.update(readFileSync(file));
      worker.code = worker.code
        .replaceAll("SHELL_FILES", JSON.stringify([...fixed, ...built].map((name) => `/${name}`)))
        .replaceAll("SHELL_VERSION", JSON.stringify(hash.digest("hex").slice(0, 12)));
    },
  };
}
