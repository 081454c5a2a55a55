// @module-tag nats-server
// @module-tag nginx
// @module-tag openssl
// @module-tag postgresql
import { TestAwakeTimer } from "@neonrelay/process/test-awake-timer";
import { createTestCertificate } from "@neonrelay/process/test-certificate";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { Client } from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import * as z from "zod";
import { topicOf } from "../../server/src/bus/sealed-parts.ts";
import { TestSocket } from "../../server/src/socket/test-socket.ts";
import { connectElsewhere, countElsewhere, hearLines, sayLines } from "../src/node-chat.ts";
import { ServingNode } from "../src/serving-node.ts";
import { TestNats } from "../src/test-nats.ts";
import { TestNodes, type NodeName } from "../src/test-nodes.ts";
import { startTestPostgres } from "../src/test-postgres.ts";

/** Close code for a socket that missed something; the browser reconnects. */
const TRY_AGAIN_LATER = 1013;
/** A node notices after 4 s that it receives nothing, at its next check, on a busy machine. */
const NOTICED_WITHIN_MS = 7000;
/** Number of browsers that reconnect together, and the web app's delay before it does. */
const CROWD = 300;
/** Sockets a node closes per second. */
const AWAY_PER_SECOND = 250;
const RECONNECT_AFTER_MS = 1000;
const CALL_EVERY_MS = 20;
/** Lines said in a row; a network may say ten a second. */
const LINES = 20;

/** Shared by the tests of one bus. */
let station: AsyncDisposableStack;
/** Opened by a single test. */
let stack: AsyncDisposableStack;
let database: Client;
let nodes: TestNodes;
let look: ServingNode;
let serving: NodeName;
let waiting: NodeName;

async function startNodes(nats: TestNats | null): Promise<void> {
  const postgres = station.use(await startTestPostgres());
  database = station.adopt(new Client({ connectionString: postgres.url }), (client) =>
    client.end(),
  );
  await database.connect();
  const authorities = nats?.certificateFile ?? null;
  nodes = station.use(
    await TestNodes.start({
      databaseUrl: postgres.url,
      ...(nats !== null && { natsUrl: nats.url }),
      ...(authorities !== null && { environment: { NODE_EXTRA_CA_CERTS: authorities } }),
    }),
  );
  look = station.use(await ServingNode.open(nodes, postgres.url));
}

/** With TLS by the test's own CA, and a token. */
async function startSecureNats(): Promise<TestNats> {
  const certificate = await createTestCertificate();
  return station.use(await TestNats.start({ certificate, withToken: true }));
}

beforeEach(async () => {
  stack = new AsyncDisposableStack();
  ({ serving, waiting } = await look.find());
});
afterEach(async () => await stack.disposeAsync());

/** A socket at the standby node. */
async function connect(): Promise<TestSocket> {
  return stack.use(await connectElsewhere(nodes, { waiting, serving }));
}

async function say(lines: readonly string[]): Promise<void> {
  await sayLines(nodes, { at: serving, lines });
}

function linesOf(label: string): readonly string[] {
  return Array.from({ length: LINES }, (_value, index) => `${label} ${index}`);
}

async function secretOfHolder(): Promise<string> {
  const { rows } = await database.query("select secret from node_lease");
  return z.array(z.object({ secret: z.string() })).parse(rows)[0]?.secret ?? "";
}

/** Tests for every bus. */
function describeSockets(): void {
  test("[U25] a socket at the standby node gets broadcasts once and in order, and its own answers", async () => {
    const elsewhere = await connect();
    const atServing = stack.use(await TestSocket.connect(nodes.urlOf(serving)));
    const lines = [...linesOf("said"), "ü".repeat(150), "the end"];

    await say(lines);

    expect(await hearLines(elsewhere, "the end")).toEqual(lines);
    expect(await hearLines(atServing, "the end")).toEqual(lines);
    elsewhere.send({ type: "chat_join", data: { username: "Berta" } });
    expect((await elsewhere.nextOf("chat_joined")).data).toEqual({ username: "Berta" });
    elsewhere.send("nonsense");
    expect((await elsewhere.nextOf("error")).data.message).toContain("must be JSON");
    elsewhere.send({ type: "subscribe", data: { topic: "levels" } });
    expect(await elsewhere.nextLevels()).not.toBeNull();
  });

  test("[U25] a socket that joins during heavy traffic misses no line, and gets them in order", async () => {
    await connect();
    const end = "the end of what was said meanwhile";
    const lines = linesOf("meanwhile");
    const said = say([...lines, end]);
    const joined: TestSocket[] = [];
    for (let place = 0; place < 20; place += 1)
      joined.push(stack.use(new TestSocket(nodes.urlOf(waiting))));
    await said;

    for (const socket of joined) {
      const [list] = [await socket.nextOf("chat_message")];
      const first = [list.data].flat().map(({ message }) => message);
      const heard = first.includes(end) ? first : [...first, ...(await hearLines(socket, end))];
      const unique = [...new Set(heard)].filter((line) => line.includes("meanwhile"));
      expect(unique).toEqual([...lines, end]);
    }
  });

  test("after the serving node dies, sockets work at the other node", async () => {
    const before = await connect();
    const ended = once(before.socket, "close");

    process.kill(nodes.serverOf(serving) ?? Number.NaN, "SIGKILL");
    await ended;

    await look.untilServing(waiting);
    ({ serving, waiting } = await look.find());
    const after = await connect();
    await say(["by the next one"]);
    expect((await hearLines(after, "by the next one")).at(-1)).toBe("by the next one");
  });
}

describe("over postgresql", () => {
  beforeAll(async () => {
    station = new AsyncDisposableStack();
    await startNodes(null);
  });
  afterAll(() => station.disposeAsync());

  describeSockets();

  test("forged messages on the bus reach no socket", async () => {
    const elsewhere = await connect();
    const topic = topicOf(await secretOfHolder());
    const round = { sequence: 10_000, messages: [{ state: null, hostname: null, text: "{}" }] };
    const forged = `${"A".repeat(43)} 1 1 1 ${JSON.stringify(round)}`;
    await database.query("select pg_notify($1, $2)", [topic, forged]);
    await database.query("select pg_notify($1, 'nonsense')", [topic]);

    await say(["after it"]);

    expect(await hearLines(elsewhere, "after it")).toEqual(["after it"]);
  });

  test("[U25] browsers whose node missed a line when its database connection broke reconnect in turn, and calls are answered in the meantime", async () => {
    await connect();
    const crowd = Array.from({ length: CROWD }, (_value, place) => new Returning(place));
    await Promise.all(crowd.map(({ arrived }) => arrived));

    const startedAtMs = performance.now();
    using timer = new TestAwakeTimer();
    await database.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'neonrelay sockets'",
    );
    await say(["while it is away"]);
    const calls = callUntil(Promise.all(crowd.map(({ returned }) => returned)));
    const closedAtMs = await Promise.all(crowd.map(({ closed }) => closed));
    // Sockets closed while this process got no CPU all seem to close at once.
    const unseenMs = performance.now() - startedAtMs - timer.passedMs;
    const { statuses, slowestMs } = await calls;

    const spreadMs = Math.max(...closedAtMs) - Math.min(...closedAtMs);
    console.log(
      `${CROWD} browsers were sent away within ${Math.round(spreadMs)} ms; slowest call meanwhile ${Math.round(slowestMs)} ms`,
    );
    expect(spreadMs + unseenMs).toBeGreaterThan(((0.8 * CROWD) / AWAY_PER_SECOND) * 1000);
    expect(statuses).toEqual(new Set([200]));
    expect(await countElsewhere(nodes, serving)).toBe(CROWD);
    await say(["back again"]);
    for (const { socket } of crowd)
      expect(await hearLines(socket, "back again")).toEqual(["back again"]);
  });
});

describe("over nats", () => {
  let nats: TestNats;
  beforeAll(async () => {
    station = new AsyncDisposableStack();
    nats = await startSecureNats();
    await startNodes(nats);
  });
  afterAll(() => station.disposeAsync());

  describeSockets();

  test.for(["SIGKILL", "SIGSTOP"] as const)(
    "after %s of the nats-server sockets reconnect and are proxied, and once it is back they end at the node",
    async (signal) => {
      const label = `${signal} of the nats-server`;
      const before = await connect();
      const ended = once(before.socket, "close");
      let tookMs = 0;
      using timer = new TestAwakeTimer();
      before.socket.once("close", () => (tookMs = timer.passedMs));

      if (signal === "SIGKILL") await nats.kill();
      else nats.signal("SIGSTOP");
      await say([`${label}: while it is away`]);
      expect((await ended)[0]).toBe(TRY_AGAIN_LATER);
      expect(tookMs).toBeLessThan(NOTICED_WITHIN_MS);

      const passedOn = stack.use(await TestSocket.connect(nodes.urlOf(waiting)));
      expect(await countElsewhere(nodes, serving)).toBe(0);
      await say([`${label}: passed on`]);
      expect(await hearLines(passedOn, `${label}: passed on`)).toEqual([`${label}: passed on`]);

      if (signal === "SIGKILL") await nats.begin();
      else nats.signal("SIGCONT");
      const after = await connect();
      await say([`${label}: back again`]);
      expect(await hearLines(after, `${label}: back again`)).toEqual([`${label}: back again`]);
      expect(await hearLines(passedOn, `${label}: back again`)).toEqual([`${label}: back again`]);
    },
  );
});

/** A browser at the standby node, in a network of its own, which reconnects once like the web app. */
class Returning {
  /** Resolves once it has received everything. */
  readonly arrived: Promise<void>;
  /** When it was disconnected, in ms. */
  readonly closed: Promise<number>;
  /** Resolves once it has received everything again. */
  readonly returned: Promise<void>;
  readonly #headers: Readonly<Record<string, string>>;
  #socket: TestSocket | null = null;

  constructor(place: number) {
    this.#headers = { "x-forwarded-for": `10.1.${place % 250}.${Math.floor(place / 250) + 1}` };
    this.arrived = this.#connect();
    this.closed = this.#beSentAway();
    this.returned = this.#comeAgain();
  }

  get socket(): TestSocket {
    if (this.#socket === null) throw new Error("it is not connected");
    return this.#socket;
  }

  async #connect(): Promise<void> {
    this.#socket = stack.use(await TestSocket.connect(nodes.urlOf(waiting), this.#headers));
  }

  async #beSentAway(): Promise<number> {
    await this.arrived;
    const [code] = await once(this.socket.socket, "close");
    expect(code).toBe(TRY_AGAIN_LATER);
    return performance.now();
  }

  async #comeAgain(): Promise<void> {
    await this.closed;
    await delay(RECONNECT_AFTER_MS);
    await this.#connect();
  }
}

/** Calls the serving node repeatedly. @returns its answers, and the slowest response time */
async function callUntil(
  end: Promise<unknown>,
): Promise<{ readonly statuses: ReadonlySet<number>; readonly slowestMs: number }> {
  const over = new AbortController();
  const ended = end.finally(() => over.abort());
  const statuses = new Set<number>();
  let slowestMs = 0;
  // The crowd's sockets are read in this process too, and that time is not the node's.
  using timer = new TestAwakeTimer();
  while (!over.signal.aborted) {
    const fromMs = timer.passedMs;
    const response = await fetch(new URL("/api/now-playing", nodes.urlOf(serving)));
    await response.text();
    statuses.add(response.status);
    slowestMs = Math.max(slowestMs, timer.passedMs - fromMs);
    await delay(CALL_EVERY_MS);
  }
  await ended;
  return { statuses, slowestMs };
}
