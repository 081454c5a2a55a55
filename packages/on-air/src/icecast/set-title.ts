import { request as requestHttp, type IncomingMessage } from "node:http";
import { request as requestHttps } from "node:https";
import { lookupOf } from "../fetch/guarded-connection.ts";
import type { IcecastServer } from "../protocol/index.ts";
import { authorizationOf, metadataPath } from "./icecast-protocol.ts";

const LIMIT_MS = 5000;

/**
 * Tells the server the mount's current title.
 * @param addresses that the source is connected to: the name is not looked up again
 * @returns whether it was accepted; not so if the server is away or has no such mount yet
 */
export async function setTitle({
  server,
  addresses,
  title,
  signal,
}: {
  readonly server: IcecastServer;
  readonly addresses: readonly string[];
  readonly title: string;
  readonly signal: AbortSignal;
}): Promise<boolean> {
  const { host, port, isTls, mount } = server;
  const request = isTls ? requestHttps : requestHttp;
  const answered = Promise.withResolvers<boolean>();
  request(
    {
      host,
      port,
      lookup: lookupOf(addresses),
      path: metadataPath({ mount, title }),
      headers: { Authorization: authorizationOf(server), "User-Agent": "Neon Relay" },
      agent: false,
      signal: AbortSignal.any([signal, AbortSignal.timeout(LIMIT_MS)]),
    },
    (response: IncomingMessage) => {
      response.on("error", () => {}).resume();
      answered.resolve(response.statusCode === 200);
    },
  )
    .on("error", () => answered.resolve(false))
    .end();
  return answered.promise;
}
