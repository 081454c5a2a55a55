import { brotliCompressSync, gzipSync } from "node:zlib";
import type { Plugin } from "vite";

/** Compresses every text file at build time, so that the server doesn't have to for each visitor. */
export function compressedBeside(): Plugin {
  return {
    name: "compressed-beside",
    generateBundle: {
      order: "post",
      handler(_options, bundle) {
        for (const [fileName, built] of Object.entries(bundle)) {
          if (!/\.(?:js|css|html|svg)$/.test(fileName)) continue;
          const bytes = Buffer.from(built.type === "chunk" ? built.code : built.source);
          const emit = (ending: string, source: Uint8Array) =>
            this.emitFile({ type: "asset", fileName: `${fileName}.${ending}`, source });
          emit("br", brotliCompressSync(bytes));
          emit("gz", gzipSync(bytes, { level: 9 }));
        }
      },
    },
  };
}
