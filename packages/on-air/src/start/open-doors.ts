import type { Logger } from "@neonrelay/process/log";
import { TlsDoor } from "@neonrelay/process/tls-door";
import type { TrustedProxies } from "@neonrelay/process/client-address";
import { ShoutcastDoor } from "../djs/shoutcast-door.ts";
import { onAirStatus } from "../playout/on-air-status.ts";
import { siteUrlOf } from "../stream/public-urls.ts";
import { StreamServer } from "../stream/stream-server.ts";
import { statusOfMounts } from "../stream/stream-status.ts";
import type { OnAirConfig } from "./config.ts";
import type { DjParts } from "./make-djs.ts";
import type { Outlets } from "./make-outlets.ts";
import type { ProgrammeParts } from "./make-programme.ts";
import { orStartUpError } from "./or-start-up-error.ts";

interface DoorParts {
  readonly config: OnAirConfig;
  readonly programme: ProgrammeParts;
  readonly djs: DjParts;
  readonly outlets: Outlets;
  readonly proxies: TrustedProxies;
  readonly log: Logger;
}

/** The open ports. */
export interface Doors {
  readonly streamServer: StreamServer;
  /** The stream server's. */
  readonly port: number;
  /** Port for SHOUTcast sources; null: none. */
  readonly shoutcastPort: number | null;
  /** Stops accepting SHOUTcast sources. */
  readonly closeShoutcast: () => Promise<void>;
}

/** Accepts listeners and sources from now on. @throws StartUpError when an address is taken */
export async function openDoors(parts: DoorParts): Promise<Doors> {
  const { config, djs } = parts;
  const { tls: certificate } = config;
  const owner = "the stream port";
  const tls = certificate === null ? null : new TlsDoor(certificate, { owner, log: parts.log });
  const streamServer = makeStreamServer({ ...parts, tls });
  const shoutcast = new ShoutcastDoor({
    lineup: djs.lineup,
    gate: djs.gate,
    onHttp: (socket) => streamServer.takeHttp(socket),
  });
  const { streamHost: host, streamPort } = config;
  const port = await orStartUpError(
    streamServer.listen({ host, port: streamPort }),
    `the stream server can't listen on ${host}:${streamPort}: set STREAM_HOST and STREAM_PORT to a free address`,
  );
  const shoutcastPort =
    config.shoutcastPort === null
      ? null
      : await orStartUpError(
          shoutcast.listen({ host, port: config.shoutcastPort }),
          `SHOUTcast sources can't be listened for on ${host}:${config.shoutcastPort}: set SHOUTCAST_PORT to a free port`,
        );
  return {
    streamServer,
    port,
    shoutcastPort,
    closeShoutcast: async () => {
      if (shoutcastPort !== null) await shoutcast.close();
    },
  };
}

function makeStreamServer({
  config,
  programme,
  djs: { door, admin },
  outlets: { mounts, edges, relays, probe },
  proxies,
  log,
  tls,
}: DoorParts & { readonly tls: TlsDoor | null }): StreamServer {
  const serverStartedAtMs = Date.now();
  const { playout, rings } = programme;
  const { ring } = rings.main;
  return new StreamServer({
    mounts,
    proxies,
    limits: config.limits,
    door,
    admin,
    edges,
    relays,
    publicStreamUrl: config.publicStreamUrl,
    tls,
    log,
    settings: () => playout.settings,
    status: (baseUrl) => ({
      ...onAirStatus({ ...programme, listeners: mounts.listeners, atMs: Date.now() }),
      title: ring.newest?.title.text ?? null,
      ...statusOfMounts(mounts, playout.settings),
      probes: probe.states,
      serverStartedAtMs,
      streamStartedAtMs: ring.begunAtMs,
      baseUrl,
      siteUrl: siteUrlOf({ ...config.site, isSecure: config.tls !== null }, baseUrl),
    }),
  });
}
