// @module-tag nats-server
// @module-tag postgresql
import { createLog } from "@neonrelay/process/log";
import { TestNats } from "@neonrelay/test-station/test-nats";
import { startTestPostgres } from "@neonrelay/test-station/test-postgres";
import { until } from "@neonrelay/test-station";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Arrivals, isAny } from "../test-arrivals.ts";
import type { FrameBus } from "./frame-bus.ts";
import { openBus } from "./open-bus.ts";
import { PartJoiner, sealParts } from "./sealed-parts.ts";

const SECRET = "the secret of the nodes";
const TOPIC = "neonrelay_test";

let stack: AsyncDisposableStack;
beforeEach(() => {
  stack = new AsyncDisposableStack();
});
afterEach(async () => await stack.disposeAsync());

const log = createLog({ part: "test", level: "silent" });
type Kind = FrameBus["kind"];

/** Opens a bus, again too, of a server of its own. */
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
  "%s carries large texts whole, and all texts in order",
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

test.for<Kind>(["postgresql", "nats"])(
  "%s carries no topic but the one that is followed",
  async (kind) => {
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
  },
);

test("without the password of the nats-server nothing is carried", async () => {
  const nats = stack.use(await TestNats.start());
  const station = await openOwned({ natsUrl: nats.url, databaseUrls: [] });
  const stranger = await openOwned({ natsUrl: nats.strangersUrl, databaseUrls: [] });
  const arrivals = await follow(station, station);

  stranger.publish(TOPIC, ["of a stranger"]);
  station.publish(TOPIC, ["of the station"]);

  expect(await arrivals.next("text", (text): text is string => text !== "there")).toBe(
    "of the station",
  );
  expect(stranger.isUp).toBe(false);
});
