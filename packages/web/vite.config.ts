import path from "node:path";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { compressedBeside } from "./compressed-beside.ts";
import { earlyScript } from "./early-script.ts";
import { shellFiles } from "./shell-files.ts";

const root = import.meta.dirname;
const WORKER = "service-worker";
/** The sources of the other two entries. */
const isApart = /\?early$|[\\/]src[\\/](?:early[\\/]early\.ts|service-worker[\\/])/;

/**
 * Modules shared by several pages, grouped into files: each extra file costs a request and half a kilobyte of headers,
 * each one fewer loads code that a page does not need. The first match takes a module and its imports.
 */
const shared: readonly (readonly [name: string, modules: RegExp])[] = [
  [
    "menu",
    /[\\/](?:ui[\\/]menu\.tsx|chosen-setting\.ts|(?:ellipsis-vertical|trash|pause|skip-back|skip-forward)\.mjs)$/,
  ],
  ["dialog", /[\\/]ui[\\/](?:modal|dialog)\.tsx$/],
  ["tabs", /[\\/](?:ui[\\/]tabs\.tsx|chevron-down\.mjs)$/],
  ["panel", /[\\/](?:use-command\.ts|loaded\.tsx|(?:refresh-cw|database|shield-check)\.mjs)$/],
  [
    "gate",
    /[\\/](?:pages[\\/]gated-pages\.tsx|access-gate\.tsx|password-field\.tsx|(?:eye|eye-off|key-round)\.mjs)$/,
  ],
  ["form", /[\\/]ui[\\/](?:use-draft\.ts|form-fields\.tsx)$/],
  [
    "files",
    /[\\/](?:file-fields\.tsx|format-bytes\.ts|file-transfer\.ts|(?:circle-check|circle-x)\.mjs)$/,
  ],
  ["copy", /[\\/](?:use-copy\.ts|copy-now-playing\.ts|(?:copy|sparkles)\.mjs)$/],
  [
    "tracks",
    /[\\/](?:stat-card\.tsx|add-to-queue-data\.ts|(?:clock|list-plus|arrow-up|arrow-down|rotate-ccw|message-square-text|users)\.mjs)$/,
  ],
  ["rows", /[\\/]ui[\\/]movable-rows[\\/]/],
  [
    "queue",
    /[\\/]features[\\/]queue[\\/](?:queue-data|queue-list)\.tsx?$|[\\/](?:list-start|shuffle)\.mjs$/,
  ],
  [
    "dashboard",
    /[\\/](?:first-music\.tsx|format-chat-time\.ts|(?:chevron-right|moon|audio-lines|trending-up|trending-down|blend|octagon-x)\.mjs)$/,
  ],
  [
    "chat",
    /[\\/](?:ui[\\/](?:listbox|scroll-region|more-rows)\.tsx|(?:messages-square|send-horizontal|bell-off|scroll-text)\.mjs)$/,
  ],
  ["visuals", /[\\/](?:features[\\/]visualizer[\\/]visualizer-mode\.ts|maximize\.mjs)$/],
  ["after-paint", /[\\/](?:late-banners|(?:update|maintenance)-banner|tip-region)\.tsx$/],
  ["station-menu", /[\\/]features[\\/]player[\\/]station-menu\.tsx$/],
  ["history", /[\\/]features[\\/]history[\\/]history-data\.ts$/],
  ["djs", /[\\/]features[\\/]djs[\\/]djs-data\.ts$/],
  ["settings", /[\\/]features[\\/]settings[\\/](?:settings-sections|system[\\/]system-data)\.ts$/],
  ["formats", /[\\/]contract[\\/]src[\\/](?:format-names|music-formats)\.ts$/],
  // After the formats: a group takes the modules it imports with it.
  ["station-settings", /[\\/](?:contract[\\/]src[\\/]settings|station-settings-query)\.ts$/],
  ["favourites", /[\\/](?:(?:guest-)?favourites\.tsx?|heard-favourite\.tsx|heart\.mjs)$/],
  [
    "library",
    /[\\/]features[\\/]library[\\/](?:library-(?:data|pages|view)\.ts|use-scroller\.ts|library-toolbar\.tsx|search-focus\.ts)$|[\\/](?:react-virtual|virtual-core)[\\/]/,
  ],
];

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
  // React 19 has what this package of wouter's stands in for.
  resolve: { alias: { "use-sync-external-store/shim/index.js": "react" } },
  build: {
    outDir: "dist",
    emptyOutDir: true,
    target: "es2023",
    // The first browsers with `light-dark()`; without this, the build would rewrite it in a way that knows no `.screen`.
    cssTarget: ["chrome123", "firefox120", "safari17.5"],
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
        // Browsers look for a new worker at the same URL.
        entryFileNames: ({ name }) => (name === WORKER ? "[name].js" : "assets/[name]-[hash].js"),
        chunkFileNames: ({ name }) => `assets/${name.split("~", 1)[0]}-[hash].js`,
        codeSplitting: {
          groups: [
            // Stays in the browser's cache over releases, and its unused half isn't added to the app's.
            {
              name: "react",
              test: /[\\/]node_modules[\\/](?:react|react-dom|scheduler)[\\/]/,
              priority: 4,
            },
            // One file for what every page needs first: each more costs a request and half a kilobyte of headers.
            {
              name: "app",
              tags: ["$initial"],
              test: (id) => !isApart.test(id),
              priority: 3,
            },
            ...shared.map(([name, test]) => ({ name, test, priority: 2 })),
            // The remaining icons and small parts; a file for each would be mostly headers.
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

/** Also in a test with its own environment: builds are for visitors, `npm run dev` is not. */
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
