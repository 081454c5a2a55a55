import { setTimeout as delay } from "node:timers/promises";
import { TestStation } from "@neonrelay/test-station";
import { LineClient } from "../packages/irc/src/test-line-client.ts";
import { TestSocket } from "../packages/server/src/socket/test-socket.ts";
import type { BenchResult } from "./main.ts";

const SPEAKERS = 5;
const ROUNDS = 60;
/** A visitor may send one message a second, and a client of the station's server two lines. */
const ROUND_MS = 1_100;
const LAST_DELIVERY_MS = 2_000;
const CHAT_START = '{"type":"chat_message","data":{';

/** Latency through a whole station with its own IRC server, from IRC to a browser and back. */
export async function benchIrcLatency(): Promise<BenchResult> {
  await using station = await TestStation.start({ environment: { LOG_LEVEL: "warn" } });
  const { port, hash: channel } = new URL(station.ircUrl);
  const ircPort = Number(port);
  using open = new DisposableStack();
  using listener = await LineClient.register({ port: ircPort, nick: "listener" });
  listener.send(`JOIN ${channel}`);
  await listener.until(/ 366 /);
  using browser = await TestSocket.connect(station.webUrl);
  const toBrowser = new Latencies("irc");
  const toIrc = new Latencies("web");
  browser.socket.on("message", (data, isBinary) => {
    const text = !isBinary && Buffer.isBuffer(data) ? data.toString("utf8") : "";
    if (text.startsWith(CHAT_START)) toBrowser.note(text);
  });
  const clients: LineClient[] = [];
  const visitors: { readonly say: (message: string) => Promise<{ readonly status: number }> }[] =
    [];
  let refused = 0;
  for (let index = 0; index < SPEAKERS; index += 1) {
    const client = open.use(await LineClient.register({ port: ircPort, nick: `client${index}` }));
    client.send(`JOIN ${channel}`);
    await client.until(/ 366 /);
    clients.push(client);
    const visitor = station.visitor();
    await visitor.call("GET", "/api/chat");
    const username = `visitor${index}`;
    const socket = open.use(
      await TestSocket.connect(station.webUrl, { cookie: visitor.cookieHeader }),
    );
    socket.send({ type: "chat_join", data: { username } });
    visitors.push({
      say: (message) => visitor.call("POST", "/api/chat/send", { username, message }),
    });
  }
  await listener.sync();
  const reading = readLines(listener, toIrc);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [index, visitor] of visitors.entries()) {
      clients[index]?.send(`PRIVMSG ${channel} :${toBrowser.stamp()}`);
      void visitor.say(toIrc.stamp()).then(({ status }) => {
        if (status !== 200) refused += 1;
      });
      await delay(ROUND_MS / SPEAKERS);
    }
  }
  await delay(LAST_DELIVERY_MS);
  listener.close();
  await reading;
  return {
    rows: [toBrowser.row("IRC to browser", 0), toIrc.row("browser to IRC", refused)],
    aim: "aim: p99 at most 50 ms either way, on this machine",
    broken: [],
  };
}

/** Send times of texts, and their latencies. */
class Latencies {
  readonly #name: string;
  readonly #tookMs: number[] = [];
  #said = 0;

  constructor(name: string) {
    this.#name = name;
  }

  stamp(): string {
    this.#said += 1;
    return `${this.#name} said at ${performance.now().toFixed(2)}`;
  }

  note(text: string): void {
    const [, saidAt] = new RegExp(`${this.#name} said at (\\d+\\.\\d+)`).exec(text) ?? [];
    if (saidAt !== undefined) this.#tookMs.push(performance.now() - Number(saidAt));
  }

  /** @param refused number of messages refused by the rate limit */
  row(what: string, refused: number) {
    const sorted = this.#tookMs.toSorted((left, right) => left - right);
    const at = (share: number) =>
      Math.round((sorted[Math.ceil(sorted.length * share) - 1] ?? 0) * 10) / 10;
    return {
      way: what,
      "p50, ms": at(0.5),
      "p99, ms": at(0.99),
      "worst, ms": at(1),
      said: this.#said - refused,
      arrived: sorted.length,
    };
  }
}

/** Until the connection is closed. */
async function readLines(client: LineClient, latencies: Latencies): Promise<void> {
  try {
    for (;;) for (const line of await client.until(/ said at /)) latencies.note(line);
  } catch {
    // closed
  }
}
