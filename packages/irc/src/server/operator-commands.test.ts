import { expect, test } from "vitest";
import { LineClient } from "../test-line-client.ts";
import { normaliseLine } from "../test-transcript.ts";
import type { IrcServerOptions } from "./server-options.ts";
import { startTestServer } from "./test-server.ts";

const authenticate: IrcServerOptions["authenticate"] = ({ account, password }) =>
  Promise.resolve(
    password === "right"
      ? {
          kind: "accepted",
          accountId: `id of ${account}`,
          account,
          mayOperate: account === "chief",
          keepsChannels: account === "keeper",
        }
      : { kind: "refused" },
  );

async function lines(client: LineClient): Promise<readonly string[]> {
  return (await client.sync()).map(normaliseLine);
}

test("[N42] OPER needs an account with operator permission and its password", async () => {
  await using server = await startTestServer({ authenticate });
  using client = await LineClient.register({ port: server.port, nick: "ann" });

  client.send("OPER chief", "OPER chief wrong", "OPER listener right", "MODE ann +o");
  const refused = await lines(client);
  client.send("OPER chief right", "OPER chief right");

  expect(refused).toEqual(["461 ann OPER", "464 ann", "491 ann"]);
  expect(await lines(client)).toEqual(["381 ann", "MODE ann +o", "381 ann"]);
  client.send("WHO ann o", "LUSERS");
  const told = (await lines(client)).join("\n");
  expect(told).toMatch(/352 ann .* ann H\*/);
  expect(told).toContain("252 ann 1 operator(s) online");
});

test("[N42] three wrong passwords for OPER end the connection", async () => {
  await using server = await startTestServer({ authenticate });
  using client = await LineClient.register({ port: server.port, nick: "ann" });

  client.send("OPER chief a", "OPER chief b", "OPER chief c");

  expect((await client.untilClosed()).join("\n")).toContain("Too many failed logins");
});

test("[N42] OPER refuses a password on an unencrypted connection, and fails without accounts", async () => {
  await using open = await startTestServer({ authenticate, mayLogInPlain: () => false });
  await using without = await startTestServer();
  using reader = await LineClient.register({ port: open.port, nick: "ann" });
  using stranger = await LineClient.register({ port: without.port, nick: "ann" });

  for (const client of [reader, stranger]) client.send("OPER chief right");

  expect((await reader.sync())[0]).toMatch(/ 491 ann :Passwords are not accepted/);
  expect(await lines(stranger)).toEqual(["491 ann"]);
});

test("[N42] the rank ends with the account it came from", async () => {
  await using server = await startTestServer({ authenticate });
  using ann = await LineClient.register({ port: server.port, nick: "ann" });
  using ben = await LineClient.register({ port: server.port, nick: "ben" });
  for (const client of [ann, ben]) {
    client.send("OPER chief right");
    await client.until(/ MODE \S+ \+o/);
  }
  const review = (mayOperate: boolean) =>
    server.irc.reviewAccounts((accountId) => {
      expect(accountId).toBe("id of chief");
      return { kind: "valid", account: "chief", mayOperate, keepsChannels: false };
    });

  review(true);
  expect(await lines(ann)).toEqual([]);
  ben.send("MODE ben -o");
  await ben.until(/ MODE ben -o/);
  server.irc.endLogins("id of someone");
  expect(await lines(ann)).toEqual([]);
  server.irc.endLogins("id of chief");

  expect(await lines(ann)).toEqual(["MODE ann -o"]);
  ann.send("KILL ben :no", "OPER chief right");
  expect(await lines(ann)).toEqual([expect.stringMatching(/^481 ann/), "381 ann", "MODE ann +o"]);
  review(false);
  expect(await lines(ann)).toEqual(["MODE ann -o"]);
  expect(await lines(ben)).toEqual([]);
});

test("[N42] KILL by an operator ends a connection, and by anyone else does not", async () => {
  await using server = await startTestServer({ authenticate });
  using ann = await LineClient.register({ port: server.port, nick: "ann" });
  using ben = await LineClient.register({ port: server.port, nick: "ben" });
  using eve = await LineClient.register({ port: server.port, nick: "eve" });
  for (const client of [eve, ben]) {
    client.send("JOIN #room");
    await client.sync();
  }
  await eve.sync();
  ann.send("OPER chief right");
  await ann.until(/ MODE ann \+o/);

  eve.send("KILL ben :mine");
  expect(await lines(eve)).toEqual(["481 eve"]);
  ann.send("KILL ghost :who", "KILL ben :enough", "KILL");

  expect(await lines(ann)).toEqual(["401 ann ghost", "461 ann KILL"]);
  expect((await ben.untilClosed()).map(normaliseLine)).toEqual(["ann KILL ben enough", "ERROR"]);
  expect(await lines(eve)).toEqual(["ben QUIT Killed (ann (enough))"]);
});

async function operator(port: number): Promise<LineClient> {
  const client = await LineClient.register({ port, nick: "op" });
  client.send("OPER chief right");
  await client.until(/ MODE op \+o/);
  return client;
}

/** What a client from there receives, up to the welcome or the end. */
async function comeFrom(port: number, from: string): Promise<readonly string[]> {
  using client = await LineClient.connect({ port, from });
  client.send("NICK late", "USER late 0 * :late");
  return (await client.until(/ 001 |^ERROR /)).map(normaliseLine);
}

test("[N43] KLINE disconnects matching users and bars them until UNKLINE, except the account that keeps the channels", async () => {
  await using server = await startTestServer({ authenticate });
  const { port } = server;
  using op = await operator(port);
  using ann = await LineClient.register({ port, nick: "ann" });
  using keeper = await LineClient.connect({ port, from: "127.0.0.2" });
  const secret = Buffer.from("\0keeper\0right").toString("base64");
  keeper.send("CAP REQ sasl", "NICK kay", "USER kay 0 * :kay", "AUTHENTICATE PLAIN");
  keeper.send(`AUTHENTICATE ${secret}`, "CAP END");
  await keeper.until(/ 221 /);
  using bob = await LineClient.connect({ port, from: "127.0.0.2" });
  bob.send("NICK bob", "USER bob 0 * :bob");
  await bob.until(/ 376 /);

  op.send("KLINE *@127.0.0.2 :go away");

  expect((await bob.untilClosed()).at(-1)).toMatch(/^ERROR .*Banned: go away/);
  expect((await op.until(/ NOTICE op /)).at(-1)).toMatch(/closed: 1$/);
  expect(await lines(ann)).toEqual([]);
  expect(await lines(keeper)).toEqual([]);
  expect(await comeFrom(port, "127.0.0.2")).toEqual(["465 late", "ERROR"]);
  expect(await comeFrom(port, "127.0.0.3")).toContainEqual(expect.stringMatching(/^001 late/));
  op.send("STATS k");
  expect((await op.until(/ 219 /)).join("\n")).toMatch(
    / 216 op K \*@127\.0\.0\.2 \* \* :go away \(op\)\n/,
  );
  expect(server.irc.bans).toMatchObject([{ mask: "*@127.0.0.2", reason: "go away", setBy: "op" }]);

  op.send("UNKLINE *@127.0.0.2", "UNKLINE *@127.0.0.2");
  await op.until(/No ban matches/);
  expect(await comeFrom(port, "127.0.0.2")).toContainEqual(expect.stringMatching(/^001 late/));
  expect(server.irc.bans).toEqual([]);
  const deeds = server.events.flatMap((event) => (event.type === "operated" ? [event.deed] : []));
  expect(deeds).toEqual([
    { kind: "rank" },
    { kind: "ban", mask: "*@127.0.0.2", reason: "go away", minutes: 0 },
    { kind: "unban", mask: "*@127.0.0.2" },
  ]);
});

test("[N43] KLINE accepts a nick, a cloaked host and minutes, and stored bans apply", async () => {
  let nowMs = Date.now();
  const kept = { mask: "*@127.0.0.9", reason: "as before", setBy: "op", setAtMs: 1 };
  await using server = await startTestServer({
    authenticate,
    bans: [{ ...kept, untilMs: undefined }],
    nowMs: () => nowMs,
  });
  const { port } = server;
  using op = await operator(port);
  using shown = await LineClient.connect({ port, from: "127.0.0.4" });
  shown.send("NICK shown", "USER shown 0 * :shown");
  await shown.until(/ 376 /);
  const host = server.irc.identityOf("shown")?.host ?? "";

  expect(await comeFrom(port, "127.0.0.9")).toEqual(["465 late", "ERROR"]);
  op.send("KLINE shown", `KLINE 5 *@${host} :five`, "KLINE 5 *!~late@127.0.0.5 :five");
  expect((await shown.untilClosed()).at(-1)).toMatch(/Banned: No reason given/);
  await op.until(/~late@127\.0\.0\.5 is banned for 5 min/);
  op.send("UNKLINE *@127.0.0.4");
  await op.until(/no longer banned/);

  expect(await comeFrom(port, "127.0.0.4")).toEqual(["465 late", "ERROR"]);
  expect(await comeFrom(port, "127.0.0.5")).toEqual(["465 late", "ERROR"]);
  nowMs += 5 * 60_000;
  for (const from of ["127.0.0.4", "127.0.0.5"])
    expect(await comeFrom(port, from)).toContainEqual(expect.stringMatching(/^001 late/));
  expect(server.irc.bans).toMatchObject([{ mask: "*@127.0.0.9" }]);
});

test("[N43] KLINE refuses a mask that is invalid or covers everyone", async () => {
  await using server = await startTestServer({ authenticate });
  using op = await operator(server.port);
  const wide = ["*@*", "*", "*!*@*", "~*@*", "*@*.*", "*@*:*", "*@*.cloaked", "?*@?*"];

  for (const mask of wide) op.send(`KLINE ${mask} :all`);
  op.send("KLINE ghost :who", "KLINE 5", "KLINE :a b@c");
  const told = await op.sync();

  expect(told.filter((line) => line.endsWith(" would ban everyone"))).toHaveLength(wide.length - 1);
  expect(told.slice(wide.length).map(normaliseLine)).toEqual([
    "401 op ghost",
    "461 op KLINE",
    "401 op a_b@c",
  ]);
  expect(server.irc.bans).toEqual([]);
});

test("[N43] REHASH reloads the certificate through the owner and reports failures", async () => {
  const outcomes = [null, "The key does not fit"];
  const rehash = () => Promise.resolve(outcomes.shift() ?? null);
  await using server = await startTestServer({ authenticate, rehash });
  using op = await operator(server.port);

  op.send("REHASH");
  expect(await lines(op)).toEqual(["382 op certificate Rehashing"]);
  op.send("REHASH");
  expect(await lines(op)).toEqual([
    "382 op certificate Rehashing",
    "NOTICE op The key does not fit",
  ]);
});

test("[N23] the output of a labelled REHASH, before and after the reload, is one response", async () => {
  const rehash = () => Promise.resolve("The key does not fit");
  await using server = await startTestServer({ authenticate, rehash });
  using op = await operator(server.port);

  op.send("CAP REQ :labeled-response batch", "@label=1 REHASH");
  await op.until(/ BATCH \+/);

  const commands = (await lines(op)).map((line) =>
    line.split(" ").find((word) => !word.startsWith("@")),
  );
  expect(commands).toEqual(["382", "NOTICE", "BATCH"]);
});
