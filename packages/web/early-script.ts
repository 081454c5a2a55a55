import path from "node:path";
import type { Plugin, Rolldown } from "vite";

const EARLY = "early";

/** The entry scripts of a route, beside those of the app. */
const pages: Readonly<Record<string, string>> = {
  "/": "dashboard-page.tsx",
  "/library": "library-page.tsx",
  "/playlist": "playlist-page.tsx",
  "/programme": "programme-page.tsx",
  "/schedule": "schedule-page.tsx",
  "/upload": "upload-page.tsx",
  "/music-upload": "upload-page.tsx",
  "/profile": "profile-page.tsx",
  "/settings": "settings-page.tsx",
};

/**
 * Puts the entry `early` into the page, before everything else, as a script that waits for nothing, and the files
 * of each page that are not part of the app.
 */
export function earlyScript(): Plugin {
  return {
    name: "neonrelay-early-script",
    apply: "build",
    enforce: "pre",
    // It contains a copy of what it shares with the app. With a shared file it would have to wait for two files,
    // and the app would be split into many.
    async resolveId(source, importer) {
      if (importer === undefined || path.parse(importer).name !== EARLY) return undefined;
      const resolved = await this.resolve(source, importer, { skipSelf: true });
      return resolved === null ? undefined : `${resolved.id}?${EARLY}`;
    },
    transformIndexHtml: {
      order: "post",
      handler(_html, { bundle, chunk: app }) {
        const chunks = Object.values(bundle ?? {}).filter((built) => built.type === "chunk");
        const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
        const early = chunks.find(({ isEntry, name }) => isEntry && name === EARLY);
        if (early === undefined || app === undefined)
          throw new Error("the build lacks the app or its early script");
        if (early.imports.length > 0) throw new Error("the early script is in more than one file");
        const withApp = withImports(app, byName);
        const files = Object.entries(pages).map(([route, module]) => {
          const page = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/${module}`));
          if (page === undefined) throw new Error(`${module} is not in a file of its own`);
          const own = [...withImports(page, byName)].filter((name) => !withApp.has(name));
          return [route, own.map((name) => `/${name}`)] as const;
        });
        return [
          {
            tag: "script",
            attrs: {
              type: "module",
              async: true,
              crossorigin: true,
              fetchpriority: "high",
              src: `/${early.fileName}`,
            },
            injectTo: "head-prepend",
          },
          {
            tag: "script",
            attrs: { type: "application/json", id: "page-files" },
            children: JSON.stringify(Object.fromEntries(files)),
            injectTo: "head",
          },
        ];
      },
    },
  };
}

/** A file and everything it imports statically. */
function withImports(
  chunk: Rolldown.OutputChunk,
  byName: ReadonlyMap<string, Rolldown.OutputChunk>,
  found = new Set<string>(),
): ReadonlySet<string> {
  if (found.has(chunk.fileName)) return found;
  found.add(chunk.fileName);
  for (const name of chunk.imports) {
    const imported = byName.get(name);
    if (imported !== undefined) withImports(imported, byName, found);
  }
  return found;
}
