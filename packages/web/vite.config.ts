import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

// Whoever builds, also a test with an environment of its own: visitors are given what is made for production.
// Vite reads it from nowhere else.
// oxlint-disable-next-line node/no-process-env
process.env["NODE_ENV"] = "production";

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss()],
  build: {
    outDir: "dist",
    emptyOutDir: true,
    target: "es2023",
    // The content security policy allows scripts, fonts and images from files of this origin only.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
  },
});
