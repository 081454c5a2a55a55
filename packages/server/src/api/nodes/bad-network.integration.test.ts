// @module-tag nats-server
// @module-tag postgresql
import { createLog } from "@neonrelay/process/log";
import { until } from "@neonrelay/test-station";
import { FaultyProxy, type NetworkTrouble } from "@neonrelay/test-station/faulty-proxy";
import { TestNats } from "@neonrelay/test-station/test-nats";
import { startTestPostgres, type TestPostgres } from "@neonrelay/test-station/test-postgres";
import { randomUUID } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import type { FrameBus } from "../../bus/frame-bus.ts";
import { openBus } from "../../bus/open-bus.ts";
import { FramePublisher } from "../../socket/shared-rounds.ts";
import { RoundFollower } from "./round-follower.ts";

/** A node notices silence after 4 s, at its next check; the rest is for a busy machine. */
const SILENCE_LIMIT_MS = 10_000;
/** Both buses close within about a second. */
const CLOSE_LIMIT_MS = 10_000;
const kinds = ["postgresql", "nats"] as const;
const log = createLog({ part: "test", level: "silent" });

let nats: TestNats;
let postgres: TestPostgres;
beforeAll(async () => {
  [nats, postgres] = await Promise.all([TestNats.start(), startTestPostgres()]);
});
afterAll(async () => {
  await nats?.[Symbol.asyncDispose]();
  await postgres?.[Symbol.asyncDispose]();
});

/** What a node receives: rounds by number, and that it missed some. */
type Heard = number | "gap" | "silence";

/** The serving node and a waiting one, each with its own network to the server between them. */
class Pair implements AsyncDisposable {
  readonly buses: readonly [FrameBus, FrameBus];
  readonly networks: readonly [FaultyProxy, FaultyProxy];
  /** The database they share. */
  readonly databaseName: string;
  readonly heard: Heard[] = [];
  readonly #publisher: FramePublisher;
  readonly #follower: RoundFollower;

  private constructor({
    buses,
    networks,
    databaseName,
  }: Pick<Pair, "buses" | "networks" | "databaseName">) {
    this.buses = buses;
    this.networks = networks;
    this.databaseName = databaseName;
    const secret = randomUUID();
    this.#follower = new RoundFollower({
      bus: buses[1],
      secret,
      take: ({ sequence }) => this.heard.push(sequence),
      lose: (reason) => this.heard.push(reason),
    });
    this.#publisher = new FramePublisher({ bus: buses[0], secret, isAskedBy: () => false });
  }

  /** Resolves once each hears the other. */
  static async open(kind: FrameBus["kind"]): Promise<Pair> {
    const databaseName = `pair_${randomUUID().replaceAll("-", "")}`;
    await ask(`create database ${databaseName}`);
    const url = kind === "nats" ? nats.url : postgres.url.replace(/postgres$/, databaseName);
    const networks = [await openNetwork(url), await openNetwork(url)] as const;
    const buses = [
      await openBusThrough(networks[0], { kind, url }),
      await openBusThrough(networks[1], { kind, url }),
    ] as const;
    const pair = new Pair({ buses, networks, databaseName });
    await pair.untilHeard();
    pair.heard.length = 0;
    return pair;
  }

  set trouble(trouble: NetworkTrouble) {
    for (const network of this.networks) network.trouble = trouble;
  }

  /** @returns the round's number */
  say(text = "said"): number {
    this.#publisher.publish([{ state: null, hostname: null, text }]);
    return this.#publisher.sequence;
  }

  /** Resolves when a round just published arrives; nothing is in flight then. */
  async untilHeard(): Promise<void> {
    let last = this.say();
    await until("a round is heard", () => {
      if (this.heard.includes(last)) return true;
      last = this.say();
      return false;
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#follower.close();
    this.#publisher.close();
    for (const bus of this.buses) await bus.close();
    for (const network of this.networks) await network[Symbol.asyncDispose]();
  }
}

async function openNetwork(url: string): Promise<FaultyProxy> {
  return await FaultyProxy.open(Number(new URL(url).port));
}

async function openBusThrough(
  { port }: FaultyProxy,
  { kind, url }: { readonly kind: FrameBus["kind"]; readonly url: string },
): Promise<FrameBus> {
  const changed = new URL(url);
  changed.port = String(port);
  const natsUrl = kind === "nats" ? changed.href : null;
  return await openBus({ natsUrl, databaseUrls: [changed.href], log });
}

async function ask(statement: string): Promise<unknown> {
  const client = new Client({ connectionString: postgres.url });
  await client.connect();
  const { rows } = await client.query(statement);
  await client.end();
  return rows;
}

/** Each round once and in order; rounds may be missing only if the node knows it. */
function expectNothingLostUnseen(heard: readonly Heard[]): void {
  const rounds = heard.filter((one) => typeof one === "number");
  expect(rounds).toEqual([...new Set(rounds)].toSorted((one, other) => one - other));
  const unseen = heard.filter((one, place) => {
    const before = heard[place - 1];
    return typeof one === "number" && typeof before === "number" && one !== before + 1;
  });
  expect(unseen).toEqual([]);
}

test.concurrent.for(kinds)("over %s slow and lossy networks lose nothing", async (kind) => {
  await using pair = await Pair.open(kind);
  const said: number[] = [];

  for (const trouble of [
    { kind: "slow", delayMs: 200 },
    { kind: "lossy", share: 0.3, resendMs: 200 },
  ] as const) {
    pair.trouble = trouble;
    for (let round = 0; round < 50; round += 1) {
      said.push(pair.say());
      await nextTurn();
    }
    await until("the last round is heard", () => pair.heard.at(-1) === said.at(-1));
  }

  expect(pair.heard).toEqual(said);
});

test.concurrent.for(
  kinds.flatMap(
    (kind) =>
      [
        { kind, whose: "that serves", end: 0 },
        { kind, whose: "that waits", end: 1 },
      ] as const,
  ),
)(
  "[U25] over $kind a node knows that it missed something when the network of the node $whose was cut",
  async ({ kind, end }) => {
    await using pair = await Pair.open(kind);
    pair.say();

    pair.networks[end].trouble = { kind: "cut" };
    for (let round = 0; round < 5; round += 1) pair.say();
    await until("the bus is down", () => pair.buses[end].trouble !== null);
    pair.networks[end].trouble = { kind: "none" };
    await pair.untilHeard();

    // On a slow machine the cut lasts long enough to count as silence.
    expect(pair.heard.filter((one) => typeof one === "string")).not.toEqual([]);
    expectNothingLostUnseen(pair.heard);
  },
);

test.concurrent.for(kinds)(
  "[U25] over %s a node notices silence in time, and hears again once it is over",
  async (kind) => {
    await using pair = await Pair.open(kind);
    const fromMs = performance.now();

    pair.trouble = { kind: "silent" };
    await until("the node notices", () => pair.heard.includes("silence"));
    const tookMs = performance.now() - fromMs;
    await until("both buses are down", () => pair.buses.every(({ trouble }) => trouble !== null));
    if (kind === "postgresql") await untilEnded(pair);
    pair.trouble = { kind: "none" };
    await pair.untilHeard();

    console.log(`silence over ${kind} was noticed after ${Math.round(tookMs)} ms`);
    expect(tookMs).toBeLessThan(SILENCE_LIMIT_MS);
    expectNothingLostUnseen(pair.heard);
  },
);

test.concurrent.for(kinds)(
  "over %s dead connections are given up, even with full buffers",
  async (kind) => {
    await using pair = await Pair.open(kind);

    pair.trouble = { kind: "forgetful" };
    for (let round = 0; round < 400; round += 1) pair.say("-".repeat(50_000));
    await pair.untilHeard();

    expectNothingLostUnseen(pair.heard);
  },
);

test.concurrent.for(kinds)("a bus over %s ends at once while nothing answers it", async (kind) => {
  await using pair = await Pair.open(kind);
  pair.trouble = { kind: "silent" };
  const fromMs = performance.now();

  for (const bus of pair.buses) await bus.close();

  expect(performance.now() - fromMs).toBeLessThan(CLOSE_LIMIT_MS);
});

/** PostgreSQL keeps messages for every listening connection, until its disk is full. */
async function untilEnded({ databaseName }: Pair): Promise<void> {
  await until("PostgreSQL ends the connections", async () => {
    const rows = await ask(
      `select count(*)::int as count from pg_stat_activity where datname = '${databaseName}'`,
    );
    return z.array(z.object({ count: z.int() })).parse(rows)[0]?.count === 0;
  });
}
