import path from "node:path";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { compressedBeside } from "./compressed-beside.ts";
import { earlyScript } from "./early-script.ts";
import { shellFiles } from "./shell-files.ts";

const root = import.meta.dirname;
const WORKER = "service-worker";
/** What the other two entries are made of. */
const isApart = /\?early$|[\\/]src[\\/](?:early[\\/]early\.ts|service-worker[\\/])/;

export default defineConfig({
  root,
  plugins: [
    madeForProduction(),
    react(),
    tailwindcss(),
    earlyScript(),
    shellFiles(),
    compressedBeside(),
  ],
  build: {
    outDir: "dist",
    emptyOutDir: true,
    target: "es2023",
    // The content security policy allows scripts, fonts and images from files of this origin only.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    sourcemap: "hidden",
    rolldownOptions: {
      input: {
        index: path.join(root, "index.html"),
        early: path.join(root, "src/early/early.ts"),
        [WORKER]: path.join(root, "src/service-worker/service-worker.ts"),
      },
      output: {
        // A browser looks for the next version of a worker under the same address.
        entryFileNames: ({ name }) => (name === WORKER ? "[name].js" : "assets/[name]-[hash].js"),
        chunkFileNames: ({ name }) => `assets/${name.split("~", 1)[0]}-[hash].js`,
        codeSplitting: {
          groups: [
            // One file of what every page begins with: each more costs a request and half a kilobyte of headers.
            {
              name: "app",
              tags: ["$initial"],
              test: (id) => !isApart.test(id),
              priority: 2,
            },
            // The library is the heaviest page: what it shares with others is one file too.
            {
              name: "tracks",
              test: /[\\/](?:list-plus|heart|clock)\.mjs$|[\\/](?:use-delayed\.ts|stat-card\.tsx|favourite(?:s-data\.ts|-button\.tsx))$/,
              priority: 1,
            },
            // What it shares with the pages by which it is browsed, too.
            {
              name: "library",
              test: /[\\/]features[\\/]library[\\/](?:library-(?:data|pages|view)\.ts|use-scroller\.ts|search-f[^\\/]*)$|[\\/](?:react-virtual|virtual-core)[\\/]/,
              priority: 1,
            },
            // And a few of what several pages share; one for each icon and dialog would be mostly headers.
            {
              name: "shared",
              test: /[\\/](?:lucide-react|web[\\/]src[\\/]ui)[\\/]/,
              minShareCount: 2,
              entriesAware: true,
              entriesAwareMergeThreshold: 1500,
            },
          ],
        },
      },
    },
  },
});

/** Also in a test with an environment of its own: what is built is for visitors, what `npm run dev` serves is not. */
function madeForProduction(): Plugin {
  return {
    name: "neonrelay-made-for-production",
    apply: "build",
    config: () => {
      // oxlint-disable-next-line node/no-process-env -- Vite reads it from nowhere else
      process.env["NODE_ENV"] = "production";
    },
  };
}
