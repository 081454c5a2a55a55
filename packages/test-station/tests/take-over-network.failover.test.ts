// @module-tag ffmpeg
// @module-tag nginx
// @module-tag ngircd
// @module-tag openssl
// @module-tag postgresql
import { CHAT_SEND_INTERVAL_MS, chatMessageSchema, ircStatusSchema } from "@neonrelay/contract";
import { expect, test } from "vitest";
import * as z from "zod";
import { LineClient } from "../../irc/src/test-line-client.ts";
import { startNgircd } from "../../irc/src/test-ngircd.ts";
import { endNode, type HowItEnds } from "../src/ended-node.ts";
import { ServingNode } from "../src/serving-node.ts";
import { TestNodes } from "../src/test-nodes.ts";
import { startTestPostgres } from "../src/test-postgres.ts";
import { until, Visitor } from "../src/test-station.ts";
import { writeAllTheWhile } from "../src/written-through.ts";

const CHANNEL = "#radio";
const BOT = "StreamBot";
const ways: readonly HowItEnds[] = ["killed", "frozen"];

test("on another IRC network the next node's bot returns, and no line is doubled there or in the chat", async () => {
  await using postgres = await startTestPostgres();
  await using network = await startNgircd();
  await using nodes = await TestNodes.start({
    databaseUrl: postgres.url,
    environment: {
      IRC_LISTEN_PORT: "off",
      IRC_SERVER: "127.0.0.1",
      IRC_PORT: String(network.port),
      IRC_TLS: "off",
      IRC_CHANNEL: CHANNEL,
      IRC_NICK: BOT,
      IRC_PACE: "unlimited",
    },
  });
  await using look = await ServingNode.open(nodes, postgres.url);
  using listener = await LineClient.register({ port: network.port, nick: "gia" });
  listener.send(`JOIN ${CHANNEL}`);
  await listener.until(/ 366 /);
  const heard: string[] = [];
  const hear = async (pattern: RegExp): Promise<readonly string[]> => {
    const lines = await listener.until(pattern);
    heard.push(...lines);
    return lines;
  };
  const botNicks = async (): Promise<readonly string[]> => {
    listener.send(`NAMES ${CHANNEL}`);
    return nicksIn(await hear(/ 366 /)).filter((nick) => nick.startsWith(BOT));
  };

  for (const how of ways) {
    const { serving, waiting } = await look.find();
    const url = how === "killed" ? nodes.webUrl : nodes.urlOf(waiting);
    await untilBotIsIn(url);
    const chatter = new Visitor(url);
    const end = new AbortController();
    const writing = writeAllTheWhile(end.signal, {
      label: how,
      paceMs: CHAT_SEND_INTERVAL_MS + 100,
      write: async (message) =>
        await chatter.call("POST", "/api/chat/send", { username: `Web${how}`, message }),
    });
    await hear(new RegExp(`<Web${how}> ${how} 1$`));
    listener.send(`PRIVMSG ${CHANNEL} :${how} from the network`);
    // IRC confirms nothing: only lines in the chat count as kept.
    await until("the chat has what the network said", async () =>
      (await chatOf(chatter)).includes(`${how} from the network`),
    );

    const wake = endNode(nodes, { name: serving, how });
    await look.untilServing(waiting);
    await untilBotIsIn(url);
    wake();
    await look.find();
    await until("the only bot has its nick", async () => (await botNicks()).join(" ") === BOT);
    end.abort();
    const { confirmed, refusals } = await writing;
    const last = "the last line";
    await until("the last line is sent", async () => {
      const body = { username: `Web${how}`, message: `${how} ${last}` };
      return (await chatter.call("POST", "/api/chat/send", body)).status === 200;
    });
    await hear(new RegExp(`<Web${how}> ${how} ${last}$`));

    const own = (await chatOf(chatter)).filter((message) => message.startsWith(how));
    expect(new Set(own).size).toBe(own.length);
    expect(own).toEqual(expect.arrayContaining([...confirmed, `${how} from the network`]));
    const relayed = heard.flatMap((line) => line.split(`> ${how} `)[1] ?? []);
    expect(new Set(relayed).size).toBe(relayed.length);
    for (const refusal of refusals) expect(refusal).toMatchObject({ error: expect.any(String) });
    console.log(
      `${how}: ${confirmed.length} lines confirmed, ${relayed.length - 1} of them on the network, ${refusals.length} refused`,
    );
  }
});

async function chatOf(visitor: Visitor): Promise<readonly string[]> {
  const { body } = await visitor.call("GET", "/api/chat");
  return z
    .array(chatMessageSchema)
    .parse(body)
    .map(({ message }) => message);
}

async function untilBotIsIn(url: string): Promise<void> {
  await until("the bot is on the network", async () => {
    const { body } = await new Visitor(url).call("GET", "/api/irc/status");
    return ircStatusSchema.safeParse(body).data?.connected === true;
  });
}

/** The channel's members, from the answer to NAMES. */
function nicksIn(lines: readonly string[]): readonly string[] {
  return lines
    .filter((line) => line.includes(" 353 "))
    .flatMap((line) => (line.split(" :")[1] ?? "").split(" "))
    .map((nick) => nick.replace(/^[@+]/, ""));
}
