// @module-tag nats-server
// @module-tag openssl
// @module-tag postgresql
import { createLog, createLogTo } from "@neonrelay/process/log";
import { createTestCertificate } from "@neonrelay/process/test-certificate";
import { TestNats } from "@neonrelay/test-station/test-nats";
import { startTestPostgres } from "@neonrelay/test-station/test-postgres";
import { until } from "@neonrelay/test-station";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { Arrivals, isAny } from "../test-arrivals.ts";
import type { FrameBus } from "./frame-bus.ts";
import { openBus } from "./open-bus.ts";
import { PartJoiner, sealParts } from "./sealed-parts.ts";

const SECRET = "the secret of the nodes";
const TOPIC = "neonrelay_test";
/** A bus's limit for data the server has not taken yet. */
const MAX_WAITING_BYTES = 16 * 1024 * 1024;
const PUBLISHED_BYTES = 3 * MAX_WAITING_BYTES;

type TestCertificate = Awaited<ReturnType<typeof createTestCertificate>>;

let stack: AsyncDisposableStack;
beforeEach(() => {
  stack = new AsyncDisposableStack();
});
afterEach(async () => await stack.disposeAsync());

const log = createLog({ part: "test", level: "silent" });
type Kind = FrameBus["kind"];

/** Starts a server. Each call of the result opens a bus on it. */
async function startServer(kind: Kind): Promise<() => Promise<FrameBus>> {
  const natsUrl = kind === "nats" ? stack.use(await TestNats.start()).url : null;
  const databaseUrls =
    kind === "postgresql" ? [stack.use(await startTestPostgres()).url] : ["postgres://none"];
  return async () => await openOwned({ natsUrl, databaseUrls });
}

async function openOwned(server: Omit<Parameters<typeof openBus>[0], "log">): Promise<FrameBus> {
  return stack.adopt(await openBus({ ...server, log }), (owned) => owned.close());
}

/** What arrives on the topic, once the first text does. */
async function follow(bus: FrameBus, publisher: FrameBus): Promise<Arrivals<string>> {
  const arrivals = new Arrivals<string>();
  let isThere = false;
  bus.follow(TOPIC, (part) => {
    if (part === "there") isThere = true;
    else arrivals.push(part);
  });
  await until("the topic is followed", () => {
    publisher.publish(TOPIC, ["there"]);
    return isThere;
  });
  return arrivals;
}

test.for<Kind>(["postgresql", "nats"])(
  "%s carries large texts whole and all texts in order",
  async (kind) => {
    const open = await startServer(kind);
    const [publisher, follower] = [await open(), await open()];
    const arrivals = await follow(follower, publisher);
    const texts = Array.from({ length: 50 }, (_value, n) => `${n} ${"ü".repeat(n * 2000)}`);

    texts.forEach((text, number) => {
      const { maxPartBytes } = publisher;
      publisher.publish(TOPIC, sealParts({ secret: SECRET, number, text, maxPartBytes }));
    });

    const joiner = new PartJoiner(SECRET);
    const whole: string[] = [];
    while (whole.length < texts.length) {
      const text = joiner.take(await arrivals.next("part", isAny));
      if (text !== null) whole.push(text);
    }
    expect(whole).toEqual(texts);
  },
);

test.for<Kind>(["postgresql", "nats"])("%s carries only the followed topic", async (kind) => {
  const open = await startServer(kind);
  const [publisher, follower] = [await open(), await open()];
  await follow(follower, publisher);
  const arrivals = new Arrivals<string>();

  follower.follow("neonrelay_other", (part) => arrivals.push(part));
  const other = await until("the other topic is followed", () => {
    publisher.publish(TOPIC, ["to the first"]);
    publisher.publish("neonrelay_other", ["to the other"]);
    return arrivals.untaken()[0];
  });

  expect(other).toBe("to the other");
});

test.for<Kind>(["postgresql", "nats"])(
  "%s: the backlog for a stalled server is limited",
  async (kind) => {
    const open = await startServer(kind);
    const [publisher, follower] = [await open(), await open()];
    const arrivals = await follow(follower, publisher);
    await untilQuiet(publisher, arrivals);
    const { maxPartBytes } = publisher;
    const parts = Math.ceil(PUBLISHED_BYTES / maxPartBytes);

    // No answers arrive within this turn of the event loop, as from a stalled server.
    for (let place = 0; place < parts; place += 1)
      publisher.publish(TOPIC, [`${place}`.padEnd(maxPartBytes, "-")]);
    const arrivedBytes = (await untilQuiet(publisher, arrivals)) * maxPartBytes;

    expect(arrivedBytes).toBeGreaterThan(MAX_WAITING_BYTES / 2);
    expect(arrivedBytes).toBeLessThan(MAX_WAITING_BYTES * 1.5);
  },
);

/** Resolves when a text published now arrives. @returns how many came before it */
async function untilQuiet(publisher: FrameBus, arrivals: Arrivals<string>): Promise<number> {
  const last = `last ${randomUUID()}`;
  let number = 0;
  let came = 0;
  await until("the last text comes", () => {
    const untaken = arrivals.untaken();
    came = untaken.filter((text) => !text.startsWith("last ")).length;
    if (untaken.includes(`${last} ${number}`)) return true;
    publisher.publish(TOPIC, [`${last} ${(number += 1)}`]);
    return false;
  });
  return came;
}

describe("a nats-server with TLS", () => {
  const publicAuthorities = getCACertificates("default");
  let certificate: TestCertificate;
  let nats: TestNats;
  beforeAll(async () => {
    certificate = await createTestCertificate();
  });
  afterEach(() => setDefaultCACertificates(publicAuthorities));

  /** Does what NODE_EXTRA_CA_CERTS does before a station starts. */
  function trust({ cert }: TestCertificate): void {
    setDefaultCACertificates([...publicAuthorities, cert]);
  }

  test.for([false, true])(
    "carries, with a certificate that this machine trusts (by a token: %s)",
    async (withToken) => {
      trust(certificate);
      nats = stack.use(await TestNats.start({ certificate, withToken }));
      const bus = await openOwned({ natsUrl: nats.url, databaseUrls: [] });

      const arrivals = await follow(bus, bus);
      bus.publish(TOPIC, ["over TLS"]);

      expect(await arrivals.next("text", isAny)).toBe("over TLS");
    },
  );

  test("reached by IP address carries only with a certificate for that address", async () => {
    const forAddress = await createTestCertificate("IP:127.0.0.1");
    setDefaultCACertificates([certificate.cert, forAddress.cert]);
    const host = "127.0.0.1";
    const right = stack.use(await TestNats.start({ certificate: forAddress }));
    const wrong = stack.use(await TestNats.start({ certificate }));

    const carried = await openOwned({ natsUrl: onHost(right.url, host), databaseUrls: [] });
    const refused = await openOwned({ natsUrl: onHost(wrong.url, host), databaseUrls: [] });

    await until("it carries", () => carried.trouble === null);
    await untilTrouble(refused, "not for the host");
  });

  test("with an untrusted certificate carries nothing until this machine trusts it", async () => {
    nats = stack.use(await TestNats.start({ certificate }));
    const bus = await openOwned({ natsUrl: nats.url, databaseUrls: [] });

    await untilTrouble(bus, "NODE_EXTRA_CA_CERTS");

    trust(certificate);
    await follow(bus, bus);
  });

  test("is never used without TLS if the address asks for it", async () => {
    nats = stack.use(await TestNats.start());
    const natsUrl = nats.url.replace("nats:", "tls:");

    await untilTrouble(await openOwned({ natsUrl, databaseUrls: [] }), "has no TLS");
  });
});

describe("a nats-server that refuses", () => {
  test.for<[string, (nats: TestNats) => string, string]>([
    ["a stranger", (nats) => nats.strangersUrl, "refuses the user and password"],
    ["a wrong password", (nats) => nats.urlFor("station:wrong-pass"), "refuses the user and"],
    ["a wrong token", (nats) => nats.urlFor("wrong-token"), "or the token"],
    ["a user without the right", (nats) => nats.othersUrl, "may not publish and subscribe"],
  ])("%s is reported once, without the secret", async ([_who, urlOf, words]) => {
    const nats = stack.use(await TestNats.start());
    const door = await Door.open((socket) => {
      const onward = connect(nats.port, "127.0.0.1").on("error", () => {});
      socket.pipe(onward).pipe(socket);
    });
    const natsUrl = door.urlOf(urlOf(nats));
    const lines: string[] = [];
    const watched = createLogTo((line) => lines.push(line), { part: "test", level: "trace" });
    const bus = stack.adopt(await openBus({ natsUrl, databaseUrls: [], log: watched }), (owned) =>
      owned.close(),
    );

    await untilTrouble(bus, words);
    bus.publish(TOPIC, ["lost"]);
    await until("it was tried three times", () => door.tries > 3);
    door.close();
    await untilTrouble(bus, "nothing listens");

    expect(lines.filter((line) => line.includes(words))).toHaveLength(1);
    expect(lines.filter((line) => line.includes("through the nats-server again"))).toEqual([]);
    expect(lines.join("")).not.toMatch(/wrong-|password-of/);
  });

  test("is retried until its password matches the one in the address", async () => {
    const nats = stack.use(await TestNats.start());
    const natsUrl = nats.urlFor("station:password-of-another");
    const bus = await openOwned({ natsUrl, databaseUrls: [] });
    await untilTrouble(bus, "refuses");

    await nats.kill();
    await nats.begin({ password: "password-of-another" });

    await until("it carries", () => bus.trouble === null);
  });

  test("without an answer leaves no connections open from failed attempts", async () => {
    const door = await Door.open(() => {});
    const natsUrl = door.urlOf("nats://127.0.0.1");
    const bus = await openOwned({ natsUrl, databaseUrls: [] });

    await until("it was tried again", () => door.tries > 1);

    expect(bus.trouble).toContain("does not respond");
    expect(door.sockets.size).toBeLessThan(2);
  });
});

/** A port that counts connections. */
class Door {
  readonly sockets = new Set<Socket>();
  tries = 0;
  readonly #server = createServer((socket) => {
    this.tries += 1;
    this.sockets.add(socket);
    socket.on("error", () => {}).once("close", () => this.sockets.delete(socket));
  });

  static async open(take: (socket: Socket) => void): Promise<Door> {
    const door = stack.adopt(new Door(), (owned) => owned.close());
    await once(door.#server.on("connection", take).listen(0, "127.0.0.1"), "listening");
    return door;
  }

  /** The same URL, through this port. */
  urlOf(url: string): string {
    const address = this.#server.address();
    const changed = new URL(url);
    changed.port = typeof address === "object" && address !== null ? `${address.port}` : "";
    return changed.href;
  }

  close(): void {
    this.#server.close();
    for (const socket of this.sockets) socket.destroy();
  }
}

function onHost(url: string, host: string): string {
  const changed = new URL(url);
  changed.hostname = host;
  return changed.href;
}

async function untilTrouble(bus: FrameBus, words: string): Promise<void> {
  await until(`the bus says: ${words}`, () => bus.trouble?.includes(words));
}
