import type { FastifyInstance, FastifyRequest } from "fastify";
import { request as requestOf, type IncomingMessage, type ServerResponse } from "node:http";
import { isIP } from "node:net";
import { pipeline } from "node:stream";
import type { ServerConfig } from "../config.ts";
import type { PeerFinder } from "./peer.ts";

/** How long the stream server may take to answer; the answer of a mount then lasts for as long as somebody listens. */
const ANSWER_LIMIT_MS = 10_000;
/** What the stream server is told of the request: no cookie, and nothing that signs in. */
const passedOn = ["host", "user-agent", "accept", "range", "icy-metadata"] as const;
/** Of one connection only [RFC 9110 §7.6.1]. */
const ofConnection = new Set(["connection", "keep-alive", "transfer-encoding", "upgrade", "date"]);

/**
 * Passes on what players ask of mounts and HLS, for set-ups that open one port only. Everybody else is better served by
 * the stream server itself: this one stops with every restart of the server.
 */
export function addStreamProxy(
  app: FastifyInstance,
  {
    config,
    findPeer,
  }: {
    readonly config: Pick<ServerConfig, "streamHost" | "streamPort">;
    readonly findPeer: PeerFinder;
  },
): void {
  const host = reachableHost(config.streamHost);
  for (const url of ["/stream.*", "/hls/*"])
    app.route({
      method: ["GET", "HEAD"],
      url,
      handler: (request, reply) => {
        reply.hijack();
        const address = findPeer(request.raw).address;
        passOn({ request, response: reply.raw, host, port: config.streamPort, address });
      },
    });
}

function passOn({
  request,
  response,
  host,
  port,
  address,
}: {
  readonly request: FastifyRequest;
  readonly response: ServerResponse;
  readonly host: string;
  readonly port: number;
  readonly address: string;
}): void {
  const { method, url: path } = request;
  const headers = Object.fromEntries(
    passedOn.flatMap((name) => {
      const value = request.headers[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
  if (isIP(address) !== 0) headers["x-forwarded-for"] = address;
  const asked = requestOf({ host, port, method, path, headers, timeout: ANSWER_LIMIT_MS });
  asked.on("timeout", () => asked.destroy(new Error("the stream server does not answer")));
  asked.on("response", (answer) => {
    asked.setTimeout(0);
    sendOn(answer, response);
  });
  asked.on("error", () => refuse(response));
  response.on("close", () => asked.destroy());
  asked.end();
}

function sendOn(answer: IncomingMessage, response: ServerResponse): void {
  // Hardware players hear the sizes of chunks as clicks.
  response.useChunkedEncodingByDefault = false;
  if (answer.headers["content-length"] === undefined) response.shouldKeepAlive = false;
  const headers = Object.entries(answer.headers).filter(([name]) => !ofConnection.has(name));
  response.writeHead(answer.statusCode ?? 502, Object.fromEntries(headers));
  pipeline(answer, response, () => {}); // whoever ends it, the other end is closed too
}

function refuse(response: ServerResponse): void {
  if (response.headersSent || response.destroyed) return void response.destroy();
  response.writeHead(503, {
    "content-type": "text/plain; charset=utf-8",
    "cache-control": "no-store",
    "retry-after": "5",
  });
  response.end("The stream can't be reached right now, please try again soon.\n");
}

/** A wildcard address is reached by loopback. */
function reachableHost(streamHost: string): string {
  if (streamHost === "0.0.0.0" || streamHost === "") return "127.0.0.1";
  return streamHost === "::" ? "::1" : streamHost;
}
