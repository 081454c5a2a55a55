// @module-tag atheme-services
// @module-tag inspircd
// @module-tag openssl
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestCertificate } from "@neonrelay/process/test-certificate";
import { SERVICES_ACCOUNT, TestAtheme } from "../test-atheme.ts";
import { LineClient } from "../test-line-client.ts";
import { TestClient } from "./test-client.ts";

const sasl = { kind: "plain", ...SERVICES_ACCOUNT } as const;
let certificate: { key: string; cert: string };
let atheme: TestAtheme;

beforeAll(async () => {
  certificate = await createTestCertificate();
  atheme = await TestAtheme.start({ tls: certificate });
});

afterAll(async () => {
  await atheme[Symbol.asyncDispose]();
});

test("[C5] the account is known before we register, and shown with our messages", async () => {
  using bot = new TestClient({ port: atheme.port, sasl });

  const { account } = await bot.until("registered");
  await bot.until("joined");
  void bot.say("hello");
  const message = await bot.until("message");

  expect(account).toBe(SERVICES_ACCOUNT.account);
  expect(message).toMatchObject({ isOwn: true, account: SERVICES_ACCOUNT.account });
});

test("[C5] the certificate that services know is enough, another one is not", async () => {
  const show = ({ cert, key }: { cert: string; key: string }) =>
    ({
      host: "localhost",
      port: atheme.inspircd.tlsPort,
      tls: { kind: "on", ca: certificate.cert, certificate: () => ({ key, cert }) },
    }) as const;
  const own = show(await createTestCertificate());
  using owner = new TestClient({ ...own, nick: "owner", sasl });
  await owner.until("registered");
  owner.client.command("PRIVMSG", "NickServ", "CERT ADD");
  await owner.until("message", ({ text }) => text.includes("Added fingerprint"));

  using bot = new TestClient({ ...own, nick: "bot4", sasl: { kind: "external" } });
  using stranger = new TestClient({
    ...show(await createTestCertificate()),
    nick: "stranger",
    sasl: { kind: "external" },
  });
  const { account } = await bot.until("registered");

  expect(account).toBe(SERVICES_ACCOUNT.account);
  expect(await stranger.untilTrouble()).toMatchObject({
    reason: expect.stringContaining("refused our account"),
  });
});

test("[C17] the account of a member who joined before us is known until they log out", async () => {
  const { account, password } = SERVICES_ACCOUNT;
  using ann = await LineClient.register({ port: atheme.port, nick: "ann" });
  ann.send("JOIN #known", `PRIVMSG NickServ :IDENTIFY ${account} ${password}`);
  await ann.until(/ 900 /);
  using bot = new TestClient({ port: atheme.port, nick: "asker", channels: [{ name: "#known" }] });

  const known = await bot.until("account");
  ann.send("PRIVMSG NickServ :LOGOUT");
  const gone = await bot.until("account");

  expect([known, gone]).toMatchObject([
    { nick: "ann", account },
    { nick: "ann", account: undefined },
  ]);
});

test("[C5] a password refused twice is retried after a quarter of an hour", async () => {
  using bot = new TestClient({
    port: atheme.port,
    nick: "bot2",
    sasl: { ...sasl, password: "no" },
  });

  const first = await bot.untilTrouble();
  bot.clock.advance(5_000);
  const second = await bot.untilTrouble();

  expect(first).toMatchObject({ needsAttention: true });
  expect(first.status === "waiting" && first.reason).toContain("refused our account");
  expect(second.status === "waiting" && second.untilMs - bot.clock.nowMs()).toBe(900_000);
});

test("[C7] a nick we own is taken back from its user", async () => {
  const { account } = SERVICES_ACCOUNT;
  using thief = await LineClient.register({ port: atheme.port, nick: account });
  using bot = new TestClient({ port: atheme.port, nick: account, sasl });

  const { nick } = await bot.until("registered");
  await bot.until("nick", ({ isOwn, to }) => isOwn && to === account);
  const lines = await thief.until(/ NICK /);

  expect(nick).toBe(`${account}_`);
  expect(lines.at(-1)).toMatch(/^:radio!/);
});

test("[C7] services without REGAIN are sent GHOST", async () => {
  await using network = await TestAtheme.start({ hasRegain: false });
  const { account } = SERVICES_ACCOUNT;
  using thief = await LineClient.register({ port: network.port, nick: account });
  using bot = new TestClient({ port: network.port, nick: account, sasl });

  await bot.until("nick", ({ isOwn, to }) => isOwn && to === account);

  expect((await thief.untilClosed()).join("\n")).toContain("GHOST command used by");
});

test("[C5] while services are down the client does not go in without its account", async () => {
  await using network = await TestAtheme.start();
  await network.kill();
  using bot = new TestClient({ port: network.port, nick: "bot3", sasl });

  const away = await bot.untilTrouble();
  await network.begin();
  bot.clock.advance(5_000);
  await bot.until("joined");

  expect(away).toMatchObject({
    status: "waiting",
    reason: "the network does not offer account sign-in at the moment",
    needsAttention: true,
  });
});
