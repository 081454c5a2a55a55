import fastifyCookie from "@fastify/cookie";
import Fastify, { type FastifyInstance } from "fastify";
import { validatorCompiler } from "fastify-type-provider-zod";
import { hostname } from "node:os";
import * as z from "zod/mini";
import { addDescription } from "./description/api-description.ts";
import type { ServerConfig } from "../config/config.ts";
import { isSocketRequest } from "../socket/socket-door.ts";
import { addAppManifest } from "../settings/app-manifest-route.ts";
import { addCallPlaces, addConnectionPlaces } from "./connection-places.ts";
import { addCompressedAnswers, serializeAnswers } from "./answer-bodies.ts";
import type { HttpOptions } from "./http-options.ts";
import { addDocsSite, addWebApp } from "./built-sites.ts";
import { mountFeatures } from "./mount-features.ts";
import { addErrorAnswers } from "./errors.ts";
import { addGate, addHostCheck, addRouteCheck } from "./gate.ts";
import { addHeaders } from "./headers.ts";
import { addJsonBodies } from "../http-kit/json-body.ts";
import type { Peer } from "../http-kit/peer.ts";
import type { KnownNames } from "../http-kit/origin-rules.ts";
import { rawAnswers } from "../http-kit/raw-answers.ts";
import {
  addBodyLimit,
  addBoundedDrain,
  addOrderlyEnd,
  addStallLimit,
  timeLimits,
} from "../http-kit/request-limits.ts";
import { addSource } from "./source-route.ts";
import { addStreamMounts } from "./stream-mounts.ts";
import { addVisitorPlaces } from "./visitor-places.ts";
import { WebServers } from "./web-servers.ts";

const MAX_BODY_BYTES = 1024 * 1024;

/** Placeholders for fastify's own compilers, whose loading takes a tenth of the start, until ours are set. */
const noCompilers = { buildValidator: noCompiler, buildSerializer: noCompiler };

/** Builds the HTTP side: every call of the contract, its description and the web app. Does not listen yet. */
export async function buildHttpServer(options: HttpOptions): Promise<FastifyInstance> {
  const { config, log, findPeer, limits } = options;
  const knownNames = knownNamesOf(config);
  z.config(z.locales.en());
  const http = { ...timeLimits(limits), shouldUpgradeCallback: isSocketRequest };
  const servers = new WebServers(config, { limits, log });
  const app = Fastify({
    ...rawAnswers,
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout: limits.requestMs,
    http,
    serverFactory: servers.factory(http),
    schemaController: { compilersFactory: noCompilers },
    forceCloseConnections: "idle",
    return503OnClosing: false,
  });
  app.addHook("preClose", async () => servers.close());
  addJsonBodies(app);
  addCompressedAnswers(app);
  addConnectionPlaces(app, { limits, trustProxy: config.trustProxy, servers });
  addBodyLimit(app, limits);
  addStallLimit(app, limits);
  addBoundedDrain(app, limits);
  addOrderlyEnd(app, limits);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializeAnswers);
  addErrorAnswers(app, log);
  addRouteCheck(app);
  addVisitorPlaces(app);
  await app.register(fastifyCookie);
  addHostCheck(app, { knownNames, findPeer });
  await addHeaders(app, { config, findPeer, link: options.link, settings: options.settings });
  addCallPlaces(app, { limits, findPeer });
  addGate(app, {
    sessions: options.sessions,
    knownNames,
    isSecure: (protocol) => isSecure(config, protocol),
    findPeer,
    security: options.security,
    settings: options.settings,
  });
  await mountFeatures(app, options);
  await addDescription(app);
  addStreamMounts(app, options);
  addAppManifest(app, options.settings);
  addSource(app, config);
  await addDocsSite(app, config.docsRoot);
  await addWebApp(app, config.webRoot);
  await app.ready();
  return app;
}

function noCompiler() {
  return (): never => {
    throw new Error("no schema compiler is set yet");
  };
}

/** Host names of this station. */
export function knownNamesOf({
  host,
  publicUrl,
}: Pick<ServerConfig, "host" | "publicUrl">): KnownNames {
  return {
    names: [host.toLowerCase(), hostname().toLowerCase()],
    publicOrigin: publicUrl === null ? null : new URL(publicUrl).origin,
  };
}

/** Whether cookies need https: the station's public URL is https, or this browser uses it. */
export function isSecure(
  { publicUrl }: Pick<ServerConfig, "publicUrl">,
  protocol: Peer["protocol"],
): boolean {
  return protocol === "https" || publicUrl?.startsWith("https:") === true;
}
