import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { LauncherChannel } from "@neonrelay/process/launcher-channel";
import { streamUnreachable } from "@neonrelay/process/handed-connection";
import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import type { ServerConfig } from "../config/config.ts";
import { hostnameOf } from "../http-kit/origin-rules.ts";
import type { Peer, PeerFinder } from "../http-kit/peer.ts";
import { streamBaseUrl } from "../radio/radio-actions.ts";

/** Hands a connection to on-air through the launcher. */
export type HandOver = LauncherChannel["handOver"];

/**
 * The mounts with their playlists, HLS with its segments, and old addresses; nothing else of the stream server is on
 * the web port.
 */
const mountPath = /^\/stream(?:\.(?:mp3|opus|aac)|(?:\.(?:mp3|opus|aac))?\.(?:m3u|pls))$/;
const hlsPath = /^\/hls\/(?:(?:live|audio|shared)\.m3u8|\d{1,16}\.aac)$/;
/** AzuraCast's mounts and other programs' stream names; on-air knows which of them belong to the station. */
const oldPath =
  /^\/(?:(?:listen|radio)(?=\/)|stream[\w.~@+-]{0,100})(?:\/[\w~@+-][\w.~@+-]{0,100}){0,4}$/;
const cidPattern = /^[\da-f-]{36}$/i;
/** Headers that on-air gets: no cookie, and no credentials. */
const passedOn = [
  "host",
  "user-agent",
  "accept",
  "range",
  "icy-metadata",
  "if-none-match",
] as const;
const MAX_HEADER_LENGTH = 1000;

/**
 * Hands players on the web port over to on-air, connection and all, for set-ups with a single open port, so a restart
 * of this process doesn't interrupt them. A TLS connection can't be handed over, nor one of a node without on-air: such
 * players are redirected to the stream port.
 * @param handOver null without a launcher: the stream is then only on its own port
 */
export function addStreamMounts(
  app: FastifyInstance,
  {
    config,
    findPeer,
    handOver,
  }: {
    readonly config: ServerConfig;
    readonly findPeer: PeerFinder;
    readonly handOver: HandOver | null;
  },
): void {
  for (const url of ["/stream*", "/hls/*", "/listen/*", "/radio/*"])
    app.route({
      method: ["GET", "HEAD"],
      url,
      handler: (request, reply) => {
        if (!isStreamPath(pathOf(request))) return reply.callNotFound();
        if (config.tls !== null || config.node?.hasOnAir === false)
          return sendToStreamPort(config, { request, reply, findPeer });
        reply.hijack();
        const refuse = (): void => refuseStream(reply.raw);
        if (handOver === null) return refuse();
        const peer = findPeer(request.raw);
        const origin =
          config.publicUrl?.replace(/\/+$/, "") ?? `${peer.protocol}://${peer.host ?? ""}`;
        const { address } = peer;
        const head = headFor(request, peer);
        return handOver({ request: { head, address, origin }, socket: request.socket, refuse });
      },
    });
}

function sendToStreamPort(
  config: ServerConfig,
  {
    request,
    reply,
    findPeer,
  }: {
    readonly request: FastifyRequest;
    readonly reply: FastifyReply;
    readonly findPeer: PeerFinder;
  },
): FastifyReply {
  const base = streamBaseUrl(config, hostnameOf(findPeer(request.raw).host) ?? "localhost");
  return reply
    .header("cache-control", "no-store")
    .header("access-control-allow-origin", "*")
    .redirect(`${base.href.replace(/\/+$/, "")}${pathOf(request)}${cidQuery(request)}`, 307);
}

/** Whether players may request it on the web port. */
function isStreamPath(path: string): boolean {
  return mountPath.test(path) || hlsPath.test(path) || oldPath.test(path);
}

function pathOf({ url }: FastifyRequest): string {
  return url.split("?")[0] ?? "";
}

function cidQuery({ url }: FastifyRequest): string {
  const cid = new URLSearchParams(url.split("?")[1]).get("cid");
  return cid !== null && cidPattern.test(cid) ? `?cid=${cid}` : "";
}

/**
 * The request as on-air reads it, rebuilt from checked parts. Its connection serves one answer: we handle any later
 * request.
 */
function headFor(request: FastifyRequest, { host }: Peer): string {
  const headers: IncomingHttpHeaders = { ...request.headers, host };
  const lines = passedOn.flatMap((name) => {
    const value = headers[name];
    return value === undefined ? [] : [`${name}: ${String(value).slice(0, MAX_HEADER_LENGTH)}`];
  });
  const first = `${request.method} ${pathOf(request)}${cidQuery(request)} HTTP/${request.raw.httpVersion}`;
  return [first, ...lines, "connection: close", "", ""].join("\r\n");
}

function refuseStream(response: ServerResponse): void {
  if (response.headersSent || response.destroyed) return void response.destroy();
  response.writeHead(streamUnreachable.status, {
    ...streamUnreachable.headers,
    connection: "close",
  });
  response.end(streamUnreachable.body);
}
