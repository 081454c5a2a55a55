import { afterAll, beforeAll, expect, test } from "vitest";
import { LineClient } from "../test-line-client.ts";
import { startIrssi } from "../test-irssi.ts";
import { TestWeechat } from "../test-weechat.ts";
import { startTestServer, type TestServer } from "./test-server.ts";

let server: TestServer;
let witness: LineClient;
beforeAll(async () => {
  server = await startTestServer();
  witness = await LineClient.register({ port: server.port, nick: "witness" });
  witness.send("JOIN #room");
  await witness.sync();
});
afterAll(async () => {
  witness.close();
  await server[Symbol.asyncDispose]();
  expect(server.errors).toEqual([]);
});

test(
  "[N36] irssi joins, speaks, acts, reads, is kicked and banned, and quits",
  { tags: ["irssi", "tmux"] },
  async () => {
    await using irssi = await startIrssi(server.port, "irssi");
    await irssi.untilShown(/End of (?:\/?MOTD|Message)/i);

    await irssi.type("/join #room");
    await witness.until(/:irssi!.* JOIN #room/);
    await irssi.untilShown(/Irssi: #room: Total of 2 nicks/);
    witness.send("MODE #room +o irssi", "PRIVMSG #room :hello irssi");
    await irssi.untilShown(/witness> hello irssi/);
    await irssi.type("hello from irssi");
    await witness.until(/:irssi!.* PRIVMSG #room :hello from irssi/);
    await irssi.type("/me waves");
    await witness.until(/:irssi!.* PRIVMSG #room :.ACTION waves.$/);
    await irssi.type("/topic set by irssi");
    await witness.until(/:irssi!.* TOPIC #room :set by irssi/);
    await irssi.type("/ban ghost!*@*");
    await witness.until(/:irssi!.* MODE #room \+b ghost!\*@\*/);
    // Messages outside channels appear in the server window.
    await irssi.type("/window 1");
    await irssi.type("/whois witness");
    await irssi.untilShown(/ircname +: witness real/);
    await irssi.untilShown(/End of WHOIS/);
    await irssi.type("/list");
    await irssi.untilShown(/#radio 0 a topic/);
    await irssi.type("/away tea");
    await irssi.untilShown(/You have been marked as being away/);
    await irssi.type("/nick irssi2");
    await witness.until(/:irssi!.* NICK irssi2/);
    await irssi.type("/window 2");
    witness.send("KICK #room irssi2 :enough");
    await irssi.untilShown(/You have been kicked|was kicked from #room by witness/);
    await irssi.type("/quit so long");
    await expect
      .poll(() => server.events.at(-1))
      .toMatchObject({ type: "quit", reason: "Quit: so long", who: { nick: "irssi2" } });
  },
);

test(
  "[N36] WeeChat joins, speaks, acts, reads, kicks and bans, and quits",
  { tags: ["weechat-headless", "weechat-plugins"] },
  async () => {
    await using weechat = await TestWeechat.start(server.port, "wee");
    await weechat.untilShown(/End of MOTD/);

    await weechat.type("server", "/join #room");
    await witness.until(/:wee!.* JOIN #room/);
    await weechat.untilShown(/Channel #room: 2 nicks/);
    witness.send("MODE #room +o wee", "PRIVMSG #room :hello wee");
    await weechat.untilShown(/witness\thello wee/);
    await weechat.type("#room", "hello from wee");
    await witness.until(/:wee!.* PRIVMSG #room :hello from wee/);
    await weechat.type("#room", "/me waves");
    await witness.until(/:wee!.* PRIVMSG #room :.ACTION waves.$/);
    await weechat.type("#room", "/topic set by wee");
    await witness.until(/:wee!.* TOPIC #room :set by wee/);
    await weechat.type("#room", "/whois witness");
    await weechat.untilShown(/\[witness\] \(~witness@.*\): witness real/);
    await weechat.type("#room", "/ban ghost2!*@*");
    await witness.until(/:wee!.* MODE #room \+b ghost2!\*@\*/);
    await weechat.type("server", "/list");
    await weechat.untilShown(/#radio.*a topic/);
    await weechat.type("server", "/away tea");
    await weechat.untilShown(/You have been marked as being away/);
    await weechat.type("server", "/nick wee2");
    await witness.until(/:wee!.* NICK wee2/);
    await weechat.type("#room", "/kick witness enough");
    await witness.until(/:wee2!.* KICK #room witness :?enough/);
    await weechat.type("server", "/quit so long");
    await expect
      .poll(() => server.events.at(-1))
      .toMatchObject({ type: "quit", reason: "Quit: so long", who: { nick: "wee2" } });
  },
);
