import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { readFileSync } from "node:fs";
import path from "node:path";
import { isDocsSiteThere } from "../config/is-docs-site-there.ts";
import { cacheFor } from "./built-files.ts";

/** Serves the documentation site under /docs if it is installed. */
export async function addDocsSite(app: FastifyInstance, docsRoot: string): Promise<void> {
  if (!isDocsSiteThere(docsRoot)) return;
  const missing = readFileSync(path.join(docsRoot, "404.html"));
  // Relative, for a proxy that serves the station below a path.
  app.get("/docs", async (_request, reply) => reply.redirect("docs/"));
  await app.register(
    async (docs) => {
      await docs.register(fastifyStatic, {
        root: docsRoot,
        index: ["index.html"],
        extensions: ["html"],
        dotfiles: "ignore",
        preCompressed: true,
        decorateReply: false,
        cacheControl: false,
        setHeaders: cacheFor,
      });
      docs.setNotFoundHandler(async (_request, reply) =>
        reply
          .code(404)
          .header("cache-control", "no-cache")
          .type("text/html; charset=utf-8")
          .send(missing),
      );
    },
    { prefix: "/docs" },
  );
}
