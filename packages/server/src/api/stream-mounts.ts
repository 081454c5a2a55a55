import type { FastifyInstance, FastifyRequest } from "fastify";
import type { LauncherChannel } from "@neonrelay/process/launcher-channel";
import { streamUnreachable } from "@neonrelay/process/handed-connection";
import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import type { ServerConfig } from "../config/config.ts";
import type { Peer, PeerFinder } from "../http-kit/peer.ts";

/** Gives a connection to on-air, by way of the launcher. */
export type HandOver = LauncherChannel["handOver"];

/** The mounts with their playlists, and HLS with its segments: nothing else of the stream server is on the web port. */
const mountPath = /^\/stream(?:\.(?:mp3|opus|aac)|(?:\.(?:mp3|opus|aac))?\.(?:m3u|pls))$/;
const hlsPath = /^\/hls\/(?:live\.m3u8|audio\.m3u8|\d{1,16}\.aac)$/;
const cidPattern = /^[\da-f-]{36}$/i;
/** What on-air gets of the request: no cookie, and nothing that signs in. */
const passedOn = ["host", "user-agent", "accept", "range", "icy-metadata"] as const;
const MAX_HEADER_LENGTH = 1000;

/**
 * Hands players that come to the web port over to on-air, connection and all, for set-ups that open one port only. So
 * they hear no restart of this process.
 * @param handOver null without a launcher: the stream is then on its own port alone
 */
export function addStreamMounts(
  app: FastifyInstance,
  {
    config: { publicUrl },
    findPeer,
    handOver,
  }: {
    readonly config: Pick<ServerConfig, "publicUrl">;
    readonly findPeer: PeerFinder;
    readonly handOver: HandOver | null;
  },
): void {
  for (const url of ["/stream.*", "/hls/*"])
    app.route({
      method: ["GET", "HEAD"],
      url,
      handler: (request, reply) => {
        if (!isStreamPath(pathOf(request))) return reply.callNotFound();
        reply.hijack();
        const refuse = (): void => refuseStream(reply.raw);
        if (handOver === null) return refuse();
        const peer = findPeer(request.raw);
        const origin = publicUrl?.replace(/\/+$/, "") ?? `${peer.protocol}://${peer.host ?? ""}`;
        const { address } = peer;
        const head = headFor(request, peer);
        return handOver({ request: { head, address, origin }, socket: request.socket, refuse });
      },
    });
}

/** Whether players may ask for it on the web port. */
function isStreamPath(path: string): boolean {
  return mountPath.test(path) || hlsPath.test(path);
}

function pathOf({ url }: FastifyRequest): string {
  return url.split("?")[0] ?? "";
}

/** The request as on-air reads it, made of checked parts. Its connection answers once: what else comes on it is for us. */
function headFor(request: FastifyRequest, { host }: Peer): string {
  const cid = new URLSearchParams(request.url.split("?")[1]).get("cid");
  const query = cid !== null && cidPattern.test(cid) ? `?cid=${cid}` : "";
  const headers: IncomingHttpHeaders = { ...request.headers, host };
  const lines = passedOn.flatMap((name) => {
    const value = headers[name];
    return value === undefined ? [] : [`${name}: ${String(value).slice(0, MAX_HEADER_LENGTH)}`];
  });
  const first = `${request.method} ${pathOf(request)}${query} HTTP/${request.raw.httpVersion}`;
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
