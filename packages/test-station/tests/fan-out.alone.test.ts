// @module-tag nats-server
// @module-tag nginx
// @module-tag openssl
// @module-tag postgresql
import { once } from "node:events";
import { Client } from "pg";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import * as z from "zod";
import { topicOf } from "../../server/src/bus/sealed-parts.ts";
import { TestSocket } from "../../server/src/socket/test-socket.ts";
import { TestNats } from "../src/test-nats.ts";
import { TestNodes, type NodeName } from "../src/test-nodes.ts";
import { startTestPostgres, type TestPostgres } from "../src/test-postgres.ts";
import { until, Visitor } from "../src/test-station.ts";

/** A socket that missed something is closed with it, and the browser comes again. */
const TRY_AGAIN_LATER = 1013;
/** Of sentences said in a row; a network may say ten a second. */
const LINES = 20;

let stack: AsyncDisposableStack;
let postgres: TestPostgres;
let database: Client;
let nodes: TestNodes;
let speakers = 0;

async function startNodes(natsUrl?: string): Promise<void> {
  postgres = stack.use(await startTestPostgres());
  database = stack.adopt(new Client({ connectionString: postgres.url }), (client) => client.end());
  await database.connect();
  nodes = stack.use(
    await TestNodes.start({ databaseUrl: postgres.url, ...(natsUrl !== undefined && { natsUrl }) }),
  );
}

beforeEach(() => {
  stack = new AsyncDisposableStack();
});
afterEach(async () => await stack.disposeAsync());

/** Of sockets that another node than the one that serves writes to. */
async function socketsElsewhere(serving: NodeName): Promise<number> {
  const response = await fetch(new URL("/metrics", nodes.urlOf(serving)));
  const text = await response.text();
  return Number(/^neonrelay_sockets_elsewhere (\d+)$/m.exec(text)?.[1]);
}

/** A socket that ends at the node that waits, once that is possible. */
async function connectElsewhere(waiting: NodeName, serving: NodeName): Promise<TestSocket> {
  return await until("a socket ends at the node that waits", async () => {
    const before = await socketsElsewhere(serving);
    const socket = await TestSocket.connect(nodes.urlOf(waiting));
    if ((await socketsElsewhere(serving)) > before) return stack.use(socket);
    socket[Symbol.dispose]();
    return false;
  });
}

/** Each line is of a visitor of its own: one may say a line a second. */
async function say(name: NodeName, lines: readonly string[]): Promise<void> {
  for (const message of lines) {
    const username = `Speaker${(speakers += 1)}`;
    await until("the line is taken", async () => {
      const visitor = new Visitor(nodes.urlOf(name));
      const { status } = await visitor.call("POST", "/api/chat/send", { username, message });
      return status === 200;
    });
  }
}

/** Takes what comes up to the last of these lines. */
async function hear(socket: TestSocket, last: string): Promise<readonly string[]> {
  const heard: string[] = [];
  while (heard.at(-1) !== last) {
    const { data } = await socket.nextOf("chat_message");
    heard.push(...[data].flat().map(({ message }) => message));
  }
  return heard;
}

function linesOf(label: string): readonly string[] {
  return Array.from({ length: LINES }, (_value, index) => `${label} ${index}`);
}

async function secretOfHolder(): Promise<string> {
  const { rows } = await database.query("select secret from node_lease");
  return z.array(z.object({ secret: z.string() })).parse(rows)[0]?.secret ?? "";
}

describe.for(["postgresql", "nats"] as const)("over %s", (kind) => {
  let nats: TestNats | null;
  beforeEach(async () => {
    nats = kind === "nats" ? stack.use(await TestNats.start()) : null;
    await startNodes(nats?.url);
  });

  test("[U25] a socket at the node that waits gets what is for all once and in order, and its own answers", async () => {
    const atB = await connectElsewhere("b", "a");
    const atA = stack.use(await TestSocket.connect(nodes.urlOf("a")));
    const lines = [...linesOf("said"), "ü".repeat(150), "the end"];

    await say("a", lines);

    expect(await hear(atB, "the end")).toEqual(lines);
    expect(await hear(atA, "the end")).toEqual(lines);
    atB.send({ type: "chat_join", data: { username: "Berta" } });
    expect((await atB.nextOf("chat_joined")).data).toEqual({ username: "Berta" });
    atB.send("nonsense");
    expect((await atB.nextOf("error")).data.message).toContain("must be JSON");
    atB.send({ type: "subscribe", data: { topic: "levels" } });
    expect(await atB.nextLevels()).not.toBeNull();
  });

  test("[U25] a socket that joins while much is said misses no line, and gets them in order", async () => {
    await connectElsewhere("b", "a");
    const lines = linesOf("meanwhile");
    const said = say("a", [...lines, "the end"]);
    const joined: TestSocket[] = [];
    for (let place = 0; place < 20; place += 1)
      joined.push(stack.use(new TestSocket(nodes.urlOf("b"))));
    await said;

    for (const socket of joined) {
      const [list] = [await socket.nextOf("chat_message")];
      const first = [list.data].flat().map(({ message }) => message);
      const heard = first.includes("the end")
        ? first
        : [...first, ...(await hear(socket, "the end"))];
      const unique = heard.filter((line, place) => heard.indexOf(line) === place);
      expect(unique).toEqual([...lines, "the end"]);
    }
  });

  test("what others send over the bus comes to no socket", async () => {
    const atB = await connectElsewhere("b", "a");
    const topic = topicOf(await secretOfHolder());
    const round = { sequence: 10_000, messages: [{ state: null, hostname: null, text: "{}" }] };
    const forged = `${"A".repeat(43)} 1 1 1 ${JSON.stringify(round)}`;
    await database.query("select pg_notify($1, $2)", [topic, forged]);
    await database.query("select pg_notify($1, 'nonsense')", [topic]);

    await say("a", ["after it"]);

    expect(await hear(atB, "after it")).toEqual(["after it"]);
  });

  test("after the death of the node that serves, sockets end at the other way round", async () => {
    const atB = await connectElsewhere("b", "a");
    const ended = once(atB.socket, "close");

    process.kill(nodes.serverOf("a") ?? 0, "SIGKILL");
    await ended;

    await until("node b serves", async () => {
      const { rows } = await database.query(
        "select 1 from node_lease where holder = 'b' and url is not null",
      );
      return rows.length === 1;
    });
    await until("node a waits", async () => {
      const health = await fetch(new URL("/api/health", nodes.urlOf("a"))).catch(() => null);
      return health?.ok === true;
    });
    const atA = await connectElsewhere("a", "b");
    await say("b", ["by the next one"]);
    expect((await hear(atA, "by the next one")).at(-1)).toBe("by the next one");
  });
});

describe("with a nats-server that fails", () => {
  let nats: TestNats;
  beforeEach(async () => {
    nats = stack.use(await TestNats.start());
    await startNodes(nats.url);
  });

  test.for(["SIGKILL", "SIGSTOP"] as const)(
    "after its %s sockets come again and are passed on, and once it is back they end at the node",
    async (signal) => {
      const before = await connectElsewhere("b", "a");
      const ended = once(before.socket, "close");

      if (signal === "SIGKILL") await nats.kill();
      else nats.signal("SIGSTOP");
      await say("a", ["while it is away"]);
      expect((await ended)[0]).toBe(TRY_AGAIN_LATER);

      const passedOn = stack.use(await TestSocket.connect(nodes.urlOf("b")));
      expect(await socketsElsewhere("a")).toBe(0);
      await say("a", ["passed on"]);
      expect(await hear(passedOn, "passed on")).toEqual(["passed on"]);

      if (signal === "SIGKILL") await nats.begin();
      else nats.signal("SIGCONT");
      const after = await connectElsewhere("b", "a");
      await say("a", ["back again"]);
      expect(await hear(after, "back again")).toEqual(["back again"]);
      expect(await hear(passedOn, "back again")).toEqual(["back again"]);
    },
  );
});

test("[U25] a socket whose node missed a line because its connection to the database broke comes again", async () => {
  await startNodes();
  const atB = await connectElsewhere("b", "a");
  const ended = once(atB.socket, "close");

  await database.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'neonrelay sockets'",
  );
  await say("a", ["while it is away"]);

  expect((await ended)[0]).toBe(TRY_AGAIN_LATER);
  const after = await connectElsewhere("b", "a");
  await say("a", ["back again"]);
  expect(await hear(after, "back again")).toEqual(["back again"]);
});
