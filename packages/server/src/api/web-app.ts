import fastifyStatic from "@fastify/static";
import type { ApiError } from "@neonrelay/contract";
import type { FastifyInstance } from "fastify";
import { existsSync } from "node:fs";
import path from "node:path";
import { nothingHere } from "../http-kit/api-failure.ts";
import { cacheFor } from "./built-files.ts";
import { findEndpointsAt, pathOf } from "./find-endpoint.ts";
import { isApiPath } from "./headers.ts";

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
