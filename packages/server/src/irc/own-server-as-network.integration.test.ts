// @module-tag openssl
import { createTestCertificate } from "@neonrelay/process/test-certificate";
import { LineClient } from "@neonrelay/irc/test-line-client";
import { freePort } from "@neonrelay/process/test-peer-process";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hashPassword } from "../accounts/secrets.ts";
import { saveAccount } from "../accounts/account-store.ts";
import { startTestServer, type TestServer } from "../api/test-server.ts";
import { TestSocket } from "../socket/test-socket.ts";
import { joinFromWeb, untilConnected } from "./test-web-user.ts";

const password = "a-password-for-irc";
const place = { channel: "#neonrelay", channelKey: null };

let folder: TestServer;
/** A station whose IRC server serves as the other station's network, over TLS with its own certificate. */
let network: TestServer;
let station: TestServer;
let certificate: { readonly key: string; readonly cert: string };
let tlsPort: number;
let files: { readonly key: string; readonly certificate: string };
beforeAll(async () => {
  certificate = await createTestCertificate();
  folder = await startTestServer();
  files = {
    key: path.join(folder.dataDir, "irc-key.pem"),
    certificate: path.join(folder.dataDir, "irc-cert.pem"),
  };
  await writeFile(files.key, certificate.key);
  await writeFile(files.certificate, certificate.cert);
  tlsPort = await freePort();
  const tls = { port: tlsPort, ...files };
  network = await startTestServer({
    irc: {
      connection: {
        kind: "embedded",
        host: "127.0.0.1",
        port: null,
        tls,
        clients: { perNetwork: 10, fromLoopback: 100 },
      },
      ...place,
      nick: null,
    },
  });
  await untilConnected(network);
  const { account } = await network.signIn("moderator");
  await saveAccount(network.database.connection, {
    accountId: account?.id ?? "",
    change: { passwordHash: await hashPassword(password) },
  });
  station = await startTestServer({
    irc: {
      connection: {
        kind: "network",
        host: "localhost",
        port: tlsPort,
        tls: true,
        pace: "normal",
        password: null,
        sasl: { user: account?.username ?? "", password },
        clientCertificate: null,
      },
      ...place,
      nick: "Relay",
    },
  });
});
const publicAuthorities = getCACertificates("default");

/** Does what NODE_EXTRA_CA_CERTS does before a station starts. */
async function reconnectTrusting(authorities: readonly string[]): Promise<void> {
  setDefaultCACertificates([...authorities]);
  await (await station.signIn("admin")).call("POST", "/api/system/restart-irc");
}

afterAll(async () => {
  await station[Symbol.asyncDispose]();
  await network[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

test("the bot does not connect to a network with an untrusted certificate, and operators get an alarm", async () => {
  const operator = await station.signIn("admin");
  using told = await TestSocket.connect(station.origin, { cookie: operator.cookie });
  await reconnectTrusting(publicAuthorities);

  using socket = new TestSocket(station.origin, { cookie: station.guest().cookie });
  const { data } = await socket.nextOf("irc_status", (told) =>
    /certificate/i.test(told.data.reason ?? ""),
  );

  expect(data.connected).toBe(false);
  const { data: alarm } = await told.nextOf("notification");
  expect(alarm).toMatchObject({ title: "IRC Trouble", message: data.reason, priority: "high" });
});

test("with a CA this machine trusts, and as an operator, a station speaks by RELAYMSG over TLS", async () => {
  using reader = await LineClient.register({ port: tlsPort, ca: certificate.cert, nick: "reader" });
  reader.send("JOIN #neonrelay");
  await reader.until(/ 366 /);
  await reconnectTrusting([...publicAuthorities, certificate.cert]);
  await reader.until(/ MODE #neonrelay \+o Relay$/);
  await untilConnected(station);
  using owl = await joinFromWeb(station, "nightowl");
  using early = await joinFromWeb(station, "3am");

  await owl.say("from afar");
  await early.say("so early");
  await reader.until(/^:nightowl\/web!\S+ PRIVMSG #neonrelay :from afar$/);
  await reader.until(/^:_3am\/web!\S+ PRIVMSG #neonrelay :so early$/);
  reader.send("PRIVMSG #neonrelay :the end");

  const said = [];
  do said.push((await owl.socket.nextOf("chat_message")).data);
  while (!JSON.stringify(said).includes("the end"));
  expect(said).toMatchObject([
    { username: "nightowl", origin: "web", notDelivered: null },
    { username: "3am", origin: "web", notDelivered: null },
    { username: "reader", origin: "irc" },
  ]);
});

test("REHASH loads a renewed certificate without disturbing open connections", async () => {
  const { account } = await network.signIn("admin");
  const change = { passwordHash: await hashPassword(password) };
  await saveAccount(network.database.connection, { accountId: account?.id ?? "", change });
  using operator = await LineClient.register({ port: tlsPort, ca: certificate.cert, nick: "boss" });
  operator.send(`OPER ${account?.username} ${password}`);
  await operator.until(/ MODE boss \+o$/);
  const renewed = await createTestCertificate();

  await writeFile(files.certificate, renewed.cert);
  operator.send("REHASH");
  await operator.until(/ NOTICE boss :.*key/);
  using still = await LineClient.register({ port: tlsPort, ca: certificate.cert, nick: "still" });
  await writeFile(files.key, renewed.key);
  operator.send("REHASH");
  await operator.until(/ 382 /);
  await operator.sync();

  using late = await LineClient.register({ port: tlsPort, ca: renewed.cert, nick: "late" });
  for (const nick of ["boss", "still"]) late.send(`PRIVMSG ${nick} :hello`);
  await operator.until(/^:late!\S+ PRIVMSG boss :hello$/);
  await still.until(/^:late!\S+ PRIVMSG still :hello$/);
});
