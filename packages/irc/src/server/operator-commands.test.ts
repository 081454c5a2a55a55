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
          keepsChannels: false,
        }
      : { kind: "refused" },
  );

async function lines(client: LineClient): Promise<readonly string[]> {
  return (await client.sync()).map(normaliseLine);
}

test("[N42] OPER is for accounts that may operate, with their passwords", async () => {
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

test("[N42] OPER takes no password where it could be read on its way, and is nobody's without accounts", async () => {
  await using open = await startTestServer({ authenticate, mayLogInPlain: () => false });
  await using without = await startTestServer();
  using reader = await LineClient.register({ port: open.port, nick: "ann" });
  using nobody = await LineClient.register({ port: without.port, nick: "ann" });

  for (const client of [reader, nobody]) client.send("OPER chief right");

  expect((await reader.sync())[0]).toMatch(/ 491 ann :Passwords are not taken/);
  expect(await lines(nobody)).toEqual(["491 ann"]);
});

test("[N42] the rank goes with the account it came from, whoever is logged in", async () => {
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
  server.irc.endLogins("id of somebody");
  expect(await lines(ann)).toEqual([]);
  server.irc.endLogins("id of chief");

  expect(await lines(ann)).toEqual(["MODE ann -o"]);
  ann.send("KILL ben :no", "OPER chief right");
  expect(await lines(ann)).toEqual([expect.stringMatching(/^481 ann/), "381 ann", "MODE ann +o"]);
  review(false);
  expect(await lines(ann)).toEqual(["MODE ann -o"]);
  expect(await lines(ben)).toEqual([]);
});

test("[N42] an operator's KILL ends a connection, and everybody else's does not", async () => {
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
