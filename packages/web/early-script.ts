import path from "node:path";
import type { Plugin, Rolldown } from "vite";

const EARLY = "early";

/** The module of each page, and what its gate hides from users without a right. */
const pages: Readonly<Record<string, PageModules>> = {
  "/": { page: "dashboard-page.tsx" },
  "/library": { page: "library-page.tsx" },
  "/listeners": {
    page: "gated-pages.tsx",
    behind: { right: "audience", module: "listeners-panel.tsx" },
  },
  "/playlist": { page: "playlist-page.tsx" },
  "/programme": {
    page: "gated-pages.tsx",
    behind: { right: "programme", module: "programme-panel.tsx" },
  },
  "/schedule": { page: "schedule-page.tsx" },
  "/upload": {
    page: "gated-pages.tsx",
    behind: { right: "upload", module: "upload-panel.tsx" },
  },
  "/music-upload": {
    page: "gated-pages.tsx",
    behind: { right: "upload", module: "upload-panel.tsx" },
  },
  "/profile": { page: "profile-page.tsx" },
  "/settings": {
    page: "gated-pages.tsx",
    behind: { right: "system_config", module: "settings-centre.tsx" },
  },
};

interface PageModules {
  readonly page: string;
  readonly behind?: { readonly right: string; readonly module: string };
}

const earlyAttributes = {
  type: "module",
  async: true,
  crossorigin: true,
  fetchpriority: "high",
  // Firefox ignores it: a chosen theme may show a moment late.
  blocking: "render",
};

/**
 * Puts the entry `early` first in the page, as a script that waits for nothing and that the first paint waits for, and
 * lists the page's files that are not part of the app.
 */
export function earlyScript(): Plugin {
  return {
    name: "neonrelay-early-script",
    enforce: "pre",
    // Code shared with the app is duplicated: a shared chunk would make it wait for two files, and split the app into
    // many.
    async resolveId(source, importer) {
      if (importer === undefined || path.parse(importer).name !== EARLY) return undefined;
      const resolved = await this.resolve(source, importer, { skipSelf: true });
      return resolved === null ? undefined : `${resolved.id}?${EARLY}`;
    },
    transformIndexHtml: {
      order: "post",
      handler(_html, { bundle, chunk: app }) {
        // The development server has no files to list.
        if (bundle === undefined)
          return [
            {
              tag: "script",
              attrs: { type: "module", src: `/src/early/${EARLY}.ts` },
              injectTo: "head-prepend",
            },
          ];
        const chunks = Object.values(bundle).filter((built) => built.type === "chunk");
        const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
        const early = chunks.find(({ isEntry, name }) => isEntry && name === EARLY);
        if (early === undefined || app === undefined)
          throw new Error("the build lacks the app or its early script");
        if (early.imports.length > 0) throw new Error("the early script is in more than one file");
        const withApp = withImports(app, byName);
        const filesOf = (module: string, present: ReadonlySet<string>): ReadonlySet<string> => {
          const built = chunks.find(({ moduleIds }) =>
            moduleIds.some((id) => id.endsWith(`/${module}`)),
          );
          if (built === undefined) throw new Error(`${module} is in no file of the build`);
          return new Set([...withImports(built, byName)].filter((name) => !present.has(name)));
        };
        const files = Object.entries(pages).map(([route, { page, behind }]) => {
          const own = filesOf(page, withApp);
          const parts = {
            files: urlsOf(own),
            ...(behind !== undefined && {
              behind: {
                right: behind.right,
                files: urlsOf(filesOf(behind.module, new Set([...withApp, ...own]))),
              },
            }),
          };
          return [route, parts] as const;
        });
        return [
          {
            tag: "script",
            attrs: { ...earlyAttributes, src: `/${early.fileName}` },
            injectTo: "head-prepend",
          },
          // Without this, browsers request the module after the page's data preloads, which fill all connections.
          {
            tag: "link",
            attrs: {
              rel: "modulepreload",
              crossorigin: true,
              fetchpriority: "high",
              href: `/${app.fileName}`,
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

function urlsOf(files: ReadonlySet<string>): readonly string[] {
  return [...files].map((name) => `/${name}`);
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
