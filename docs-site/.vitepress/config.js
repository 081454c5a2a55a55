// The documentation site: `npm run docs` builds it into docs-site/dist, which the station serves under /docs.
import { globSync } from "node:fs";
import { anchorOf, linkOnSite, pages, sidebar, sitePath } from "../../scripts/docs-pages.ts";
import { compressFiles } from "./compressed-files.js";
import { leaveOutInlineScripts } from "./inline-scripts.js";

/** The documents lie beside this folder, and from there nothing of Vue is found. Node finds it when it runs the pages. */
const vueOfThisFolder = {
  name: "vue-of-this-folder",
  enforce: "pre",
  resolveId: (id, _importer, { ssr }) =>
    ssr && /^vue(?:\/server-renderer)?$/.test(id) ? { id, external: true } : null,
};

/** @public */
// oxlint-disable-next-line import/no-default-export -- VitePress asks for it
export default {
  title: "Neon Relay",
  description: "How to run, feed and hear a Neon Relay station",
  lang: "en",
  base: "/docs/",
  cleanUrls: true,
  head: [["link", { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" }]],
  srcDir: "..",
  srcExclude: globSync("**/*.md", {
    cwd: "..",
    exclude: (name) => name === "node_modules" || name === "dist" || name === "data",
  }).filter((file) => !pages.includes(file)),
  rewrites: Object.fromEntries(pages.map((file) => [file, sitePath(file)])),
  outDir: "dist",
  cacheDir: "node_modules/.cache/vitepress",
  ignoreDeadLinks: "localhostLinks",
  metaChunk: true,
  transformHtml: leaveOutInlineScripts,
  buildEnd: ({ outDir }) => compressFiles(outDir),
  appearance: "force-dark",
  markdown: {
    anchor: { slugify: anchorOf },
    config: (markdown) => markdown.use(linkToPages),
    theme: "github-dark",
  },
  vite: {
    plugins: [vueOfThisFolder],
    // As for the web app, whose colours these are.
    build: { cssTarget: ["chrome123", "firefox120", "safari17.5"] },
  },
  themeConfig: {
    search: { provider: "local" },
    outline: [2, 3],
    docFooter: { prev: "Before", next: "Next" },
    sidebar,
  },
};

/** Links between documents lead to their pages; those to sources, which are not here, become plain text. */
function linkToPages(markdown) {
  markdown.core.ruler.push("link-to-pages", ({ tokens, env }) => {
    for (const { children } of tokens) {
      const open = [];
      for (const token of children ?? []) {
        if (token.type === "link_open") {
          const target = linkOnSite(documentOf(env.realPath ?? env.path), token.attrGet("href"));
          if (target === null) Object.assign(token, { type: "html_inline", tag: "", content: "" });
          else token.attrSet("href", target);
          open.push(target);
        } else if (token.type === "link_close" && open.pop() === null)
          Object.assign(token, { type: "html_inline", tag: "", content: "" });
      }
    }
  });
}

/** The path of a document relative to the project. */
function documentOf(file) {
  return file.slice(import.meta.dirname.replace(/docs-site.*$/, "").length);
}
