import type { Logger } from "@neonrelay/process/log";
import { TlsDoor } from "@neonrelay/process/tls-door";
import { trustedProxies } from "@neonrelay/process/client-address";
import type { EdgeMounts } from "../edge/edge-mounts.ts";
import type { OnAirSettings } from "../protocol/index.ts";
import { sendNothingHere } from "../stream/answers.ts";
import type { EdgeDoorPort } from "../stream/edge-port.ts";
import type { SourceAdminPort, SourceDoorPort } from "../stream/source-port.ts";
import type { Mounts } from "../stream/mounts.ts";
import { StreamServer } from "../stream/stream-server.ts";
import { statusOfMounts } from "../stream/stream-status.ts";
import type { EdgeConfig } from "./config.ts";
import { orStartUpError } from "./or-start-up-error.ts";

/** An edge accepts no sources: every connection is a listener's, or a query. */
const noSources: SourceDoorPort = { open: (_socket, { onOther }) => onOther() };
const noAdmin: SourceAdminPort = {
  answer: () => ({
    status: 404,
    contentType: "text/plain; charset=utf-8",
    body: "This is an edge of another station: DJs connect there.\n",
    headers: [],
  }),
  answerToProbe: () => null,
};

/** An edge is not a master: no other edge reports to it, and no relay asks for its mounts. */
const noneBelow: EdgeDoorPort = {
  answer: (_request, response) => sendNothingHere(response),
};

/** Accepts listeners. @throws StartUpError when the address is taken */
export async function openEdgeDoors({
  config,
  mounts,
  carried,
  settings,
  log,
}: {
  readonly config: EdgeConfig;
  readonly mounts: Mounts;
  readonly carried: EdgeMounts;
  readonly settings: () => OnAirSettings;
  readonly log: Logger;
}): Promise<{ readonly port: number; readonly close: () => Promise<void> }> {
  const { streamHost: host, streamPort, tls, limits, publicStreamUrl } = config;
  const serverStartedAtMs = Date.now();
  const server = new StreamServer({
    mounts,
    proxies: trustedProxies(config.trustProxy),
    limits,
    door: noSources,
    admin: noAdmin,
    edges: noneBelow,
    relays: noneBelow,
    publicStreamUrl,
    tls: tls === null ? null : new TlsDoor(tls, { owner: "the stream port", log }),
    log,
    settings,
    status: (baseUrl) => ({
      settings: settings(),
      source: carried.main.isCarrying ? "programme" : "emergency",
      title: carried.main.ring.newest?.title.text ?? null,
      ...statusOfMounts(mounts, settings()),
      probes: [],
      serverStartedAtMs,
      streamStartedAtMs: carried.main.ring.begunAtMs,
      baseUrl,
      siteUrl: null,
    }),
  });
  const port = await orStartUpError(
    server.listen({ host, port: streamPort }),
    `the edge can't listen on ${host}:${streamPort}: set STREAM_HOST, and --port, to a free address`,
  );
  return { port, close: () => server.close() };
}
