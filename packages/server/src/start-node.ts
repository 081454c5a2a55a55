import type { LauncherTrouble, RunningPart } from "@neonrelay/process/part";
import { setTimeout as delay } from "node:timers/promises";
import { NodeDoor } from "./api/nodes/node-door.ts";
import type { FrameBus } from "./bus/frame-bus.ts";
import { openBus } from "./bus/open-bus.ts";
import { NodeCandidate } from "./database/node-candidate.ts";
import { TRY_EVERY_MS } from "./database/node-lease-rules.ts";
import type { NodeLease } from "./database/node-lease.ts";
import { requestLimits } from "./http-kit/request-limits.ts";
import { handOverBy, startWholeServer, type ServerStart } from "./start-whole-server.ts";

/** How long a node that failed to lead leaves the work to others, in ms. */
const REST_MS = 5000;
/** Consecutive checks without a response from the database that mean it is down. */
const AWAY_AFTER_LOOKS = 2;

interface NodeIdentity {
  readonly name: string;
  readonly databaseUrl: string;
  readonly standbyUrl: string | null;
  /** URL of the nats-server between the nodes; null: they communicate through the database. */
  readonly natsUrl: string | null;
}

/**
 * Starts one of several servers of a station. It listens at once, forwards everything to the node that holds the lease,
 * and becomes a whole server when it gets the lease itself.
 * @throws StartUpError when it can't listen
 */
export async function startNode(start: ServerStart, node: NodeIdentity): Promise<RunningPart> {
  const { config, channel, log } = start;
  const { databaseUrl, standbyUrl, natsUrl } = node;
  const databaseUrls = standbyUrl === null ? [databaseUrl] : [databaseUrl, standbyUrl];
  const bus = await openBus({ natsUrl, databaseUrls, log });
  const door = await NodeDoor.open({
    config,
    channel,
    handOver: handOverBy(config, channel),
    limits: requestLimits,
    bus,
    log,
  }).catch(async (error: unknown) => {
    await bus.close();
    throw error;
  });
  const candidate = new NodeCandidate({ name: node.name, databaseUrls });
  const station = new StationNode(start, { name: node.name, candidate, door, bus });
  await station.begin();
  return station;
}

/** Parts that a node owns for its whole life. */
interface NodeParts {
  readonly name: string;
  readonly candidate: NodeCandidate;
  readonly door: NodeDoor;
  readonly bus: FrameBus;
}

/** A node's life: it waits, then leads. It owns its parts, the lease and the server. */
class StationNode implements RunningPart {
  readonly #start: ServerStart;
  readonly #name: string;
  readonly #door: NodeDoor;
  readonly #bus: FrameBus;
  readonly #candidate: NodeCandidate;
  readonly #closing = new AbortController();
  readonly #restart = Promise.withResolvers<void>();
  #whole: RunningPart | null = null;
  #lease: NodeLease | null = null;
  #isLost = false;
  #running: Promise<void> = Promise.resolve();

  constructor(start: ServerStart, { name, candidate, door, bus }: NodeParts) {
    this.#start = start;
    this.#name = name;
    this.#candidate = candidate;
    this.#door = door;
    this.#bus = bus;
  }

  get restartRequested(): Promise<void> {
    return this.#restart.promise;
  }

  /** Leads at once if no other node does; otherwise keeps trying in the background. */
  async begin(): Promise<void> {
    const first = await this.#candidate.tryLease();
    if (first.kind === "taken") {
      try {
        return await this.#lead(first.lease, { isFirst: true });
      } catch (error) {
        await this.close();
        throw error;
      }
    }
    if (first.kind === "held") this.#door.passTo(first.holder);
    else this.#door.refuse();
    const waitsFor =
      first.kind === "held"
        ? "its turn: another node serves the station"
        : `the database (${first.reason})`;
    this.#start.report({ kind: "ready", url: this.#door.url, ircUrl: null, waitsFor });
    this.#running = this.#waitForTurn();
  }

  recordTrouble(trouble: LauncherTrouble): void {
    this.#whole?.recordTrouble?.(trouble);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    // An orderly shutdown must not undo what the next node is already doing.
    if (this.#isLost) return;
    await this.#running;
    const closed = this.#door.close();
    await this.#whole?.close();
    await closed;
    await this.#lease?.close();
    await this.#candidate.close();
    await this.#bus.close();
  }

  async #waitForTurn(): Promise<void> {
    const { log } = this.#start;
    const { signal } = this.#closing;
    let looksAway = 0;
    for (;;) {
      await delay(TRY_EVERY_MS, undefined, { signal }).catch(() => {}); // closing
      if (signal.aborted) return;
      const look = await this.#candidate.tryLease();
      if (look.kind === "taken") {
        this.#door.passTo(null);
        return await this.#lead(look.lease, { isFirst: false }).catch(async (error: unknown) => {
          log.error({ error, node: this.#name }, "this node can't serve the station");
          await this.#lease?.close();
          await delay(REST_MS, undefined, { signal }).catch(() => {}); // closing
          this.#restart.resolve();
        });
      }
      if (look.kind === "held") this.#door.passTo(look.holder);
      looksAway = look.kind === "away" ? looksAway + 1 : 0;
      if (look.kind !== "away" || looksAway < AWAY_AFTER_LOOKS) continue;
      this.#door.refuse();
      if (looksAway === AWAY_AFTER_LOOKS)
        log.warn({ reason: look.reason }, "database does not respond; retrying");
    }
  }

  async #lead(lease: NodeLease, { isFirst }: { readonly isFirst: boolean }): Promise<void> {
    const { log, config } = this.#start;
    this.#lease = lease;
    log.info({ node: this.#name }, "this node serves the station now");
    void lease.lost.then((error) => {
      this.#isLost = true;
      log.error({ error, node: this.#name }, "this node has lost the lease: restarting the server");
      this.#restart.resolve();
    });
    const isStationStart = isFirst && config.isStationStart;
    const { databaseUrl } = lease;
    this.#whole = await startWholeServer(
      { ...this.#start, config: { ...config, databaseUrl, isStationStart } },
      { lease, door: this.#door, bus: this.#bus },
    );
    void this.#whole.restartRequested?.then(() => this.#restart.resolve());
  }
}
