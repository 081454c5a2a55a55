import { setTimeout as delay } from "node:timers/promises";
import type { Clock } from "../packages/irc/src/client/timers.ts";
import { TestClient } from "../packages/irc/src/client/test-client.ts";
import { TestProxy } from "../packages/irc/src/client/test-proxy.ts";
import { startInspircd } from "../packages/irc/src/test-inspircd.ts";
import { startNgircd } from "../packages/irc/src/test-ngircd.ts";
import type { BenchResult } from "./main.ts";

/** Speeds up the client's waits: an hour has as many broken links as ten would. */
const CLOCK_SPEED = 10;
const SAY_EVERY_MS = 500;
/** The longest exceeds the healthy time, so that delays reset now and then. */
const SHORTEST_LINK_MS = 3_000;
const LONGEST_LINK_MS = 45_000;
/** Share of breaks that neither end notices. */
const SILENT_SHARE = 0.3;

/** Messages of one side, by number, and how often the other received each. */
interface Direction {
  readonly said: number;
  readonly told: ReadonlyMap<number, number>;
}

/**
 * Talks both ways over a link that breaks at random, on two real servers at once. Nothing may arrive twice, confirmed
 * messages must have arrived, and with server history the client must get everything.
 */
export async function benchIrcSoak(minutes: number): Promise<BenchResult> {
  await using ngircd = await startNgircd();
  await using inspircd = await startInspircd({
    tags: ['<chanhistory maxlines="1000">'],
  });
  const soaks = await Promise.all([
    soak({ server: "ngircd", port: ngircd.port, keepsHistory: false, minutes }),
    soak({ server: "inspircd", port: inspircd.port, keepsHistory: true, minutes }),
  ]);
  return {
    rows: soaks.map(({ row }) => row),
    aim: `${minutes} minutes of links broken at random, the client's clock ${CLOCK_SPEED} times as fast; bound: nothing twice, all that was confirmed arrives, and with history nothing is missed`,
    broken: soaks.flatMap(({ broken }) => broken),
  };
}

async function soak({
  server,
  port,
  keepsHistory,
  minutes,
}: {
  readonly server: string;
  readonly port: number;
  readonly keepsHistory: boolean;
  readonly minutes: number;
}) {
  using peer = new TestClient({ port, nick: "peer" });
  await peer.until("joined");
  if (keepsHistory) peer.client.command("MODE", "#radio", "+H", "1000:1h");
  using proxy = await TestProxy.start(port);
  using bot = new TestClient({ port: proxy.port, clock: fastClock() });
  await bot.until("joined");
  const talk = new AbortController();
  const breaking = breakLinks(proxy, talk.signal);
  const outcomes: Promise<string>[] = [];
  const endAt = performance.now() + minutes * 60_000;
  for (let count = 0; performance.now() < endAt; count += 1) {
    outcomes.push(bot.say(`bot ${count}`).then(({ kind }) => kind));
    void peer.say(`peer ${count}`);
    await delay(SAY_EVERY_MS);
  }
  talk.abort();
  const breaks = await breaking;
  const kinds = await Promise.all(outcomes);
  await untilHeard(peer, bot);
  const fromBot: Direction = { said: kinds.length, told: toldOf(peer, "bot") };
  const fromPeer: Direction = { said: kinds.length, told: toldOf(bot, "peer") };
  const count = (wanted: string, isTold: boolean) =>
    kinds.filter((kind, number) => kind === wanted && fromBot.told.has(number) === isTold).length;
  const missed = fromPeer.said - fromPeer.told.size;
  const twice = timesTwice(fromBot) + timesTwice(fromPeer);
  const bounds = [
    { what: "told twice", value: twice },
    { what: "confirmed and not arrived", value: count("confirmed", false) },
    { what: "missed in spite of history", value: keepsHistory ? missed : 0 },
  ];
  return {
    row: {
      server,
      "links broken": breaks,
      "said each way": kinds.length,
      "confirmed or sent": kinds.filter((kind) => kind !== "not-delivered").length,
      "not delivered, though it was": count("not-delivered", true),
      "sent unconfirmed and lost": count("sent", false),
      "missed while away": missed,
      "told twice": twice,
    },
    broken: bounds
      .filter(({ value }) => value > 0)
      .map(({ what, value }) => `${value} lines were ${what} on ${server}`),
  };
}

/** @returns how many times links were broken */
async function breakLinks(proxy: TestProxy, signal: AbortSignal): Promise<number> {
  for (let breaks = 0; ; breaks += 1) {
    const linkMs = SHORTEST_LINK_MS + Math.random() * (LONGEST_LINK_MS - SHORTEST_LINK_MS);
    try {
      await delay(linkMs, undefined, { signal });
    } catch {
      proxy.drop();
      return breaks;
    }
    // By now the server has noticed the links that broke silently.
    proxy.breakFrozen();
    if (Math.random() < SILENT_SHARE) proxy.freeze();
    else proxy.drop();
  }
}

/**
 * Waits until the client is back and has received the last message: anything said before it notices a break may be
 * lost.
 */
async function untilHeard(peer: TestClient, bot: TestClient): Promise<void> {
  const signal = AbortSignal.timeout(120_000);
  while (!bot.events.some((event) => event.type === "message" && event.text === "end")) {
    void peer.say("end");
    await delay(SAY_EVERY_MS, undefined, { signal });
  }
}

/** How often each numbered message from one side arrived. */
function toldOf(client: TestClient, who: string): ReadonlyMap<number, number> {
  const told = new Map<number, number>();
  for (const event of client.events) {
    if (event.type !== "message" || event.isOwn) continue;
    const [, name, digits] = /^(\w+) (\d+)$/.exec(event.text) ?? [];
    if (name !== who) continue;
    told.set(Number(digits), (told.get(Number(digits)) ?? 0) + 1);
  }
  return told;
}

function timesTwice({ told }: Direction): number {
  return [...told.values()].filter((times) => times > 1).length;
}

function fastClock(): Clock {
  const startMs = Date.now();
  return {
    nowMs: () => startMs + (Date.now() - startMs) * CLOCK_SPEED,
    after(delayMs, run) {
      const timer = setTimeout(run, delayMs / CLOCK_SPEED);
      return () => clearTimeout(timer);
    },
  };
}
