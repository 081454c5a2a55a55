import { afterAll, beforeAll, expect, test } from "vitest";
import { SERVICES_ACCOUNT, TestAtheme } from "../test-atheme.ts";
import { LineClient } from "../test-line-client.ts";
import { TestClient } from "./test-client.ts";

const sasl = { kind: "plain", ...SERVICES_ACCOUNT } as const;
let atheme: TestAtheme;

beforeAll(async () => {
  atheme = await TestAtheme.start();
});

afterAll(async () => {
  await atheme[Symbol.asyncDispose]();
});

test("[C5] the account is known before we are in, and told with what we say", async () => {
  using bot = new TestClient({ port: atheme.port, sasl });

  const { account } = await bot.until("registered");
  await bot.until("joined");
  void bot.say("hello");
  const message = await bot.until("message");

  expect(account).toBe(SERVICES_ACCOUNT.account);
  expect(message).toMatchObject({ isOwn: true, account: SERVICES_ACCOUNT.account });
});

test("[C5] a wrong password is tried again a quarter of an hour after the second time", async () => {
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

test("[C7] a nick that is ours is taken from who has it", async () => {
  const { account } = SERVICES_ACCOUNT;
  using thief = await LineClient.register({ port: atheme.port, nick: account });
  using bot = new TestClient({ port: atheme.port, nick: account, sasl });

  const { nick } = await bot.until("registered");
  await bot.until("nick", ({ isOwn, to }) => isOwn && to === account);
  const lines = await thief.until(/ NICK /);

  expect(nick).toBe(`${account}_`);
  expect(lines.at(-1)).toMatch(/^:radio!/);
});

test("[C5] while services are away the client does not go in without its account", async () => {
  await using network = await TestAtheme.start();
  await network.kill();
  using bot = new TestClient({ port: network.port, nick: "bot3", sasl });

  const away = await bot.untilTrouble();
  await network.begin();
  bot.clock.advance(5_000);
  await bot.until("joined");

  expect(away).toMatchObject({
    status: "waiting",
    reason: "the network offers no sign-in with an account now",
    needsAttention: true,
  });
});
