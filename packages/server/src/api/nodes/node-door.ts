import type { LauncherChannel } from "@neonrelay/process/launcher-channel";
import type { Logger } from "@neonrelay/process/log";
import Fastify, { type FastifyInstance } from "fastify";
import type { FrameBus } from "../../bus/frame-bus.ts";
import type { ServerConfig } from "../../config/config.ts";
import type { Holder } from "../../database/node-lease-rules.ts";
import { feedServer } from "../../http-kit/fed-server.ts";
import { createPeerFinder, type PeerFinder } from "../../http-kit/peer.ts";
import { rawAnswers } from "../../http-kit/raw-answers.ts";
import { addOrderlyEnd, timeLimits, type RequestLimits } from "../../http-kit/request-limits.ts";
import { NodeSockets } from "./node-sockets.ts";
import { PassOn } from "./pass-on.ts";
import { isSocketRequest, MAX_SOCKETS } from "../../socket/socket-door.ts";
import { addConnectionPlaces } from "../connection-places.ts";
import { listen } from "../listen.ts";
import { addStreamMounts, type HandOver } from "../stream-mounts.ts";
import { WebServers } from "../web-servers.ts";

interface NodeDoorOptions {
  readonly config: ServerConfig;
  readonly channel: LauncherChannel | null;
  /** null: on-air belongs to another node. */
  readonly handOver: HandOver | null;
  readonly limits: RequestLimits;
  /** Owned by the caller. */
  readonly bus: FrameBus;
  readonly log: Logger;
}

/**
 * A node's web port, for the node's whole life: passes everything on to the holder of the lease until the node holds it
 * itself.
 */
export class NodeDoor {
  readonly url: string;
  readonly #app: FastifyInstance;
  readonly #passOn: PassOn;
  readonly #limits: RequestLimits;
  #whole: FastifyInstance | null = null;

  private constructor(
    state: { readonly url: string; readonly app: FastifyInstance; readonly passOn: PassOn },
    limits: RequestLimits,
  ) {
    this.url = state.url;
    this.#app = state.app;
    this.#passOn = state.passOn;
    this.#limits = limits;
  }

  /** Listens from now on; requests wait until there is a holder. @throws StartUpError when it can't listen */
  static async open(options: NodeDoorOptions): Promise<NodeDoor> {
    const { config, channel, handOver, limits, bus, log } = options;
    const findPeer = createPeerFinder(config.trustProxy, () => {});
    const passOn = new PassOn({
      mostSockets: MAX_SOCKETS,
      stallMs: limits.answerStallMs,
      openSockets: (holder) => new NodeSockets({ bus, holder, log }),
    });
    const servers = new WebServers(config, { limits, log });
    const app = Fastify({
      ...rawAnswers,
      requestTimeout: limits.requestMs,
      serverFactory: servers.factory({
        ...timeLimits(limits),
        shouldUpgradeCallback: isSocketRequest,
      }),
      forceCloseConnections: "idle",
      return503OnClosing: false,
    });
    app.addHook("preClose", async () => servers.close());
    addConnectionPlaces(app, { limits, trustProxy: config.trustProxy, servers });
    addOrderlyEnd(app, limits);
    addStreamMounts(app, { config, findPeer, handOver });
    addPassing(app, { passOn, findPeer });
    const url = await listen({ app, config, channel });
    return new NodeDoor({ url, app, passOn }, limits);
  }

  /** Another node holds the lease. @param holder null: it is starting, or unknown */
  passTo(holder: Holder | null): void {
    this.#passOn.setHolder(holder, { isDatabaseAway: false, isOwn: false });
  }

  /** No node can hold the lease now: requests are refused with the reason. */
  refuse(): void {
    this.#passOn.setHolder(null, { isDatabaseAway: true, isOwn: false });
  }

  /**
   * This node holds the lease: new connections go to its own server. On existing connections, requests are passed on to
   * that server until they are answered.
   * @param app does not listen itself
   */
  lead(app: FastifyInstance, secret: string): void {
    this.#whole = app;
    const { server } = this.#app;
    server.removeAllListeners("connection");
    server.on("connection", feedServer(app.server));
    this.#passOn.setHolder({ url: this.url, secret }, { isDatabaseAway: false, isOwn: true });
    server.closeIdleConnections();
  }

  /** Running calls may finish, within a limit. */
  async close(): Promise<void> {
    const whole = this.#whole;
    const timer = setTimeout(() => whole?.server.closeAllConnections(), this.#limits.graceMs);
    whole?.server.closeIdleConnections();
    if (whole === null) this.#passOn.close();
    await this.#app.close();
    this.#passOn.close();
    clearTimeout(timer);
  }
}

function addPassing(
  app: FastifyInstance,
  { passOn, findPeer }: { readonly passOn: PassOn; readonly findPeer: PeerFinder },
): void {
  app.removeAllContentTypeParsers();
  // Leaves bodies unread, to be streamed on.
  app.addContentTypeParser("*", (_request, _payload, done) => done(null));
  app.setNotFoundHandler(async (request, reply) => {
    reply.hijack();
    await passOn.passCall({
      request: request.raw,
      response: reply.raw,
      peer: findPeer(request.raw),
    });
  });
  app.server.on("upgrade", (request, socket, head) => {
    void passOn.passUpgrade({ request, socket, head, peer: findPeer(request) });
  });
}
