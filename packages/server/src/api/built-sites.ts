import fastifyStatic from "@fastify/static";
import path from "node:path";
import type { ApiError } from "@neonrelay/contract";
import type { FastifyInstance, FastifyReply } from "fastify";
import { existsSync, readFileSync } from "node:fs";
import { nothingHere } from "../http-kit/api-failure.ts";
import { findEndpointsAt, pathOf } from "./find-endpoint.ts";
import { isApiPath } from "./headers.ts";
import { isDocsSiteThere } from "../config/config.ts";

const notBuilt = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Neon Relay</title>
<h1>The web app is not built</h1><p>Start the station with <code>npm start</code>, which builds it.</p></html>`;

/** Serves the built web app: every path that is not a file gets index.html, which knows the routes. */
export async function addWebApp(app: FastifyInstance, webRoot: string): Promise<void> {
  const indexFile = path.join(webRoot, "index.html");
  if (existsSync(webRoot)) {
    await app.register(fastifyStatic, {
      root: webRoot,
      index: ["index.html"],
      // Its own route lists the whole folder for each file, to compare the spelling of names.
      serve: false,
      // The build makes no such files: a dotfile was put there and is not for visitors.
      dotfiles: "ignore",
      preCompressed: true,
      cacheControl: false,
      setHeaders: cacheFor,
    });
    app.route<{ Params: { "*": string } }>({
      method: ["HEAD", "GET"],
      url: "/*",
      handler: (request, reply) => {
        reply.sendFile(`/${request.params["*"]}`);
      },
    });
  }
  app.setNotFoundHandler(async (request, reply) => {
    const isReading = request.method === "GET" || request.method === "HEAD";
    const allowed = isApiPath(request.url) ? allowedMethods(app, request.url) : [];
    if (allowed.length > 0)
      return reply.code(405).header("allow", allowed.join(", ")).send(wrongMethod(allowed));
    const wantsPage =
      isReading && !isApiPath(request.url) && (request.headers.accept ?? "").includes("text/html");
    if (!wantsPage) return reply.code(404).send(nothingHere);
    if (!existsSync(indexFile))
      return reply.code(503).type("text/html; charset=utf-8").send(notBuilt);
    return reply.header("cache-control", "no-cache").sendFile("index.html");
  });
}

/** Methods served at this address. */
function allowedMethods(app: FastifyInstance, url: string): readonly string[] {
  const served = findEndpointsAt(pathOf(url)).filter(({ method, path: pattern }) =>
    app.hasRoute({ method, url: pattern }),
  );
  const methods = served.flatMap(({ method }) => (method === "GET" ? ["GET", "HEAD"] : [method]));
  return [...new Set(methods)];
}

function wrongMethod(allowed: readonly string[]): ApiError {
  return { error: `This address takes ${allowed.join(", ")}`, code: "wrong_method" };
}

/** Serves the documentation site under /docs. It may come while the station runs; until then its page says why. */
export async function addDocsSite(app: FastifyInstance, docsRoot: string): Promise<void> {
  // Relative, for a proxy that serves the station below a path.
  app.get("/docs", async (_request, reply) => reply.redirect("docs/"));
  await app.register(
    async (docs) => {
      await docs.register(fastifyStatic, {
        root: docsRoot,
        suppressWarning: true,
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
          .send(
            isDocsSiteThere(docsRoot)
              ? readFileSync(path.join(docsRoot, "404.html"))
              : docsMissing(docsRoot),
          ),
      );
    },
    { prefix: "/docs" },
  );
}

/** @returns a page that says why there is no documentation: the launcher leaves the reason of a failed build */
function docsMissing(docsRoot: string): string {
  const reasonFile = path.join(docsRoot, ".why-missing");
  const why = existsSync(reasonFile)
    ? `The station could not build it. ${readFileSync(reasonFile, "utf8")} It tries again at its next start.`
    : "The station builds it after its first start, within a few minutes. Reload this page then.";
  return `<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>Neon Relay: Documentation</title>
<h1>The documentation is not here yet</h1><p>${why}</p>
<p>If it stays away, the station's log says why. <code>npm run docs</code> in the station's folder builds it.</p></html>`;
}

/** Headers that only concern documents, their workers and their links. */
const forPages = [
  "content-security-policy",
  "cross-origin-opener-policy",
  "permissions-policy",
  "referrer-policy",
  "x-dns-prefetch-control",
  "x-download-options",
  "x-frame-options",
  "x-permitted-cross-domain-policies",
  "x-xss-protection",
] as const;

const forGood = "public, max-age=31536000, immutable";

/** Cache lifetime of a built file: for ever if its name has a content hash. */
function cacheFor(reply: FastifyReply, file: string): void {
  reply.header("cache-control", isHashed(file) ? forGood : "no-cache");
  // Browsers apply these to pages only, and the policy is longer than some of the files.
  if (isHashed(file)) for (const name of forPages) reply.removeHeader(name);
}

/**
 * Vite puts a content hash into its file names: `assets/name-<hash>.ext`; in the documentation also `assets/chunks/`.
 */
function isHashed(file: string): boolean {
  return /[\\/]assets[\\/](?:chunks[\\/])?[^\\/]+$/.test(file);
}
