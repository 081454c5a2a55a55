// @module-tag inspircd
// @module-tag ngircd
import { scheduleEntrySchema, showSchema } from "@neonrelay/contract";
import { startInspircd } from "@neonrelay/irc/test-inspircd";
import { LineClient } from "@neonrelay/irc/test-line-client";
import { startNgircd } from "@neonrelay/irc/test-ngircd";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type SignedInBrowser, type TestServer } from "../api/test-server.ts";
import { untilConnected } from "./test-web-user.ts";

const place = { channel: "#chat", channelKey: null, nick: null };
const clients = { perNetwork: 10, fromLoopback: 100 };
const own = { kind: "embedded", host: "127.0.0.1", port: 0, tls: null, clients } as const;
const elsewhere = {
  kind: "network",
  host: "127.0.0.1",
  tls: false,
  pace: "normal",
  password: null,
  sasl: null,
  clientCertificate: null,
} as const;
const HOUR_MS = 60 * 60 * 1000;
/** "2027-03-01T18:00": local time of a station in UTC. */
const localTime = (atMs: number) => new Date(atMs).toISOString().slice(0, 16);

describe.each([
  { name: "the station's own server", start: null },
  { name: "ngircd", start: () => startNgircd() },
  { name: "InspIRCd", start: () => startInspircd() },
])("shows on $name", ({ start }) => {
  const ending = new AsyncDisposableStack();
  let server: TestServer;
  let operator: SignedInBrowser;
  /** First in the channel, or let in by the bot's server. */
  let ann: LineClient;
  beforeAll(async () => {
    const network = start === null ? null : ending.use(await start());
    if (network !== null) ann = await enter(network.port);
    server = ending.use(
      await startTestServer({
        irc: {
          ...place,
          connection: network === null ? own : { ...elsewhere, port: network.port },
        },
      }),
    );
    await untilConnected(server);
    if (network === null) ann = await enter(Number(server.irc.status.server.split(":")[1]));
    // Where the first in the channel is its operator, the bot must become one before it may change the topic.
    else ann.send("MODE #chat +to StreamBot");
    operator = await server.signIn("admin");
    await server.settings.change(() => ({ timeZone: "UTC", stationName: "Neon Relay" }));
  });
  afterAll(() => ending.disposeAsync());

  async function enter(port: number): Promise<LineClient> {
    const client = ending.use(await LineClient.register({ port, nick: "ann" }));
    client.send("JOIN #chat");
    await client.until(/ 366 /);
    return client;
  }

  /** The bot's answer in the channel. */
  async function ask(command: string): Promise<string> {
    ann.send(`PRIVMSG #chat :${command}`);
    const lines = await ann.until(/^:StreamBot!\S+ PRIVMSG #chat :/);
    return lines.at(-1)?.replace(/^.*? PRIVMSG #chat :/, "") ?? "";
  }

  async function schedule(show: object, startsAtMs: number, durationMinutes: number) {
    const made = await operator.call("POST", "/api/programme/shows", { body: show });
    const { id } = showSchema.parse(made.body);
    const entry = {
      what: { kind: "show", showId: id },
      startsAt: localTime(startsAtMs),
      durationMinutes,
    };
    const placed = await operator.call("POST", "/api/schedule/entries", { body: entry });
    return scheduleEntrySchema.parse(placed.body);
  }

  test("[B2][B3][B5] the channel is told when a show begins, can ask for it and the schedule, and its topic follows", async () => {
    expect(await ask(".schedule")).toBe("No show is scheduled in the coming week");
    const began = Date.now() - HOUR_MS;
    const until = localTime(began + 5 * HOUR_MS).slice(11);

    await schedule({ name: "Night Flight", text: "Slow synths\nand rain" }, began, 300);
    const news = await ann.until(/^:StreamBot!\S+ PRIVMSG #chat :Now: /);

    expect(news.at(-1)).toContain(`Now: “Night Flight” until ${until} UTC`);
    await schedule({ name: "Dawn" }, began + 5 * HOUR_MS, 60);
    expect(await ask(".show")).toMatch(
      new RegExp(
        `^On now: “Night Flight” until ${until} UTC; next: “Dawn” (?:\\w+ )?${until} UTC$`,
      ),
    );
    expect(await ask(".show night")).toBe("“Night Flight”, on now: Slow synths and rain");
    expect(await ask(".schedule")).toMatch(
      /^Shows, in the time of UTC \(UTC\): “Night Flight” now, “Dawn” (?:\w+ )?\d\d:\d\d$/,
    );

    await operator.call("PUT", "/api/station-settings", { body: { doesTopicFollowShow: true } });
    const followed = await ann.until(/^:StreamBot!\S+ TOPIC #chat :/);
    expect(followed.at(-1)).toContain(`On now: “Night Flight” until ${until} UTC · Neon Relay`);
  });

  test("[B5] a show is not announced where the setting is off", async () => {
    await operator.call("PUT", "/api/station-settings", { body: { announcesShows: false } });
    await schedule({ name: "Silent" }, Date.now() - 10 * 60_000, 30);
    ann.send("PRIVMSG #chat :.listeners");

    const heard = await ann.until(/^:StreamBot!\S+ PRIVMSG #chat :.* tuned in/);
    expect(heard.filter((line) => line.includes("Now: “Silent”"))).toEqual([]);
  });
});
