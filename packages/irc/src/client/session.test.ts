import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseMessage } from "../protocol/index.ts";
import { anyCharacter } from "../test-any-character.ts";
import type { Delivery } from "./outgoing-text.ts";
import { SeenMessages } from "./seen-messages.ts";
import { TestSession } from "./test-session.ts";

const echo = "echo-message labeled-response batch message-tags server-time";
const sasl = { kind: "plain", account: "acc", password: "s3cret" } as const;

describe("[C5] signing in", () => {
  test("ends negotiation only after 903, not after 900", () => {
    const test = new TestSession({ sasl });

    test.receive(":s CAP * LS * :batch", ":s CAP * LS :sasl=PLAIN", ":s CAP * ACK :batch sasl");
    test.receive("AUTHENTICATE +", ":s 900 bot n!u@h acc :You are now logged in");
    const beforeSuccess = [...test.sent];
    test.receive(":s 903 bot :SASL authentication successful");

    expect(beforeSuccess).toEqual([
      "CAP LS 302",
      "NICK bot",
      "USER bot 0 * :a bot",
      "CAP REQ :batch sasl",
      "AUTHENTICATE PLAIN",
      `AUTHENTICATE ${Buffer.from("acc\0acc\0s3cret").toString("base64")}`,
    ]);
    expect(test.sent.at(-1)).toBe("CAP END");
  });

  test("ends the connection without an account where the server offers none", () => {
    const test = new TestSession({ sasl });

    test.receive(":s CAP * LS :batch", ":s CAP * ACK :batch");

    expect(test.endings).toEqual([{ kind: "sasl-missing" }]);
  });

  test("is requested alone when the server refuses all capabilities together", () => {
    const test = new TestSession({ sasl });

    test.receive(":s CAP * LS :batch sasl", ":s CAP * NAK :batch sasl", ":s CAP * ACK :sasl");

    expect(test.sent.slice(-2)).toEqual(["CAP REQ sasl", "AUTHENTICATE PLAIN"]);
  });

  test("with a password is refused without TLS, unless the server is on this machine", () => {
    const test = new TestSession({ sasl, host: "irc.example.org" });

    expect(test.endings).toEqual([{ kind: "sasl-needs-tls" }]);
    expect(test.sent.join()).not.toContain("AUTHENTICATE");
  });

  test("that fails ends the connection", () => {
    const test = new TestSession({ sasl });

    test.receive(":s CAP * LS :sasl", ":s CAP * ACK :sasl", "AUTHENTICATE +", ":s 904 bot :no");

    expect(test.endings).toEqual([{ kind: "sasl-failed", reason: "no" }]);
  });
});

test("[C6] a server with STS is left at once for its TLS port", () => {
  const test = new TestSession({});

  test.receive(":s CAP * LS :sts=port=6697,duration=60 batch");

  expect(test.endings).toEqual([{ kind: "sts-upgrade", port: 6697 }]);
});

describe("[C4] every wait ends", () => {
  test("a server that does not register us within half a minute is left", () => {
    const test = new TestSession({});

    test.clock.advance(30_000);

    expect(test.endings).toEqual([{ kind: "registration-timeout" }]);
    expect(test.clock.timers).toBe(0);
  });

  test("a server that does not answer a PING within a minute is left, and any bytes count as an answer", () => {
    const test = new TestSession({});
    test.register("");
    test.clear();

    test.clock.advance(80_000);
    test.session.stayAlive();
    test.clock.advance(89_999);
    const endingsBefore = [...test.endings];
    test.clock.advance(1);

    expect(test.sent.filter((line) => line === "PING alive").length).toBe(2);
    expect(endingsBefore).toEqual([]);
    expect(test.endings).toEqual([{ kind: "ping-timeout" }]);
  });
});

describe("[C7] the nick", () => {
  test("is an alternative while the wanted one is taken, and the wanted one once it is free", () => {
    const test = new TestSession({ otherNicks: ["bot2"] });

    test.receive(":s 433 * bot :in use", ":s 001 bot2 :hi", ":s 376 bot2 :end");
    test.receive(":bot2!u@h JOIN #radio", ":bot!u@h QUIT :Ping timeout");
    test.receive(":bot2!u@h NICK bot");

    expect(test.sent).toEqual([
      "CAP LS 302",
      "NICK bot",
      "USER bot 0 * :a bot",
      "NICK bot2",
      "JOIN #radio",
      "NICK bot",
      "NICK bot",
    ]);
    expect(test.session.me.name).toBe("bot");
    test.clear();
    test.clock.advance(29_000);
    expect(test.sent).toEqual([]);
  });

  test("is regained with the old commands where services lack REGAIN, and taken once they have answered", () => {
    const test = new TestSession({ sasl, channels: [] });
    test.receive(":s CAP * LS :sasl", ":s CAP * ACK :sasl", ":s 900 * m acc :hi", ":s 903 * :ok");
    test.receive(":s 433 * bot :in use", ":s 001 bot_ :hi", ":s 376 bot_ :end");
    test.clear();

    const services = ":NickServ!n@services";
    test.receive(`${services} NOTICE bot_ :Invalid command. Use /msg NickServ help`);
    test.receive(`${services} NOTICE bot_ :bot has been ghosted.`);
    test.receive(`${services} NOTICE bot_ :bot is not held.`, `${services} NOTICE bot_ :Again.`);
    const atFirst = [...test.sent];
    test.clear();
    test.clock.advance(29_000);
    test.session.stayAlive();
    test.clock.advance(29_000);
    test.session.stayAlive();
    test.clock.advance(2_000);

    const old = ["PRIVMSG NickServ :GHOST bot", "PRIVMSG NickServ :RELEASE bot"];
    expect(atFirst).toEqual([...old, "NICK bot", "NICK bot"]);
    expect(test.sent).toEqual(old);
  });

  test("is requested from services with an account, once a minute", () => {
    const test = new TestSession({ sasl, channels: [] });
    test.receive(":s CAP * LS :sasl", ":s CAP * ACK :sasl", ":s 900 * m acc :hi", ":s 903 * :ok");
    test.receive(":s 433 * bot :in use", ":s 001 bot_ :hi", ":s 005 bot_ MONITOR=9 :x");
    test.clear();

    test.receive(":s 376 bot_ :end");
    test.clock.advance(29_000);
    test.session.stayAlive();
    test.clock.advance(29_000);
    test.session.stayAlive();
    test.clock.advance(2_000);

    expect(test.sent).toEqual([
      "MONITOR + bot",
      "PRIVMSG NickServ :REGAIN bot",
      "PRIVMSG NickServ :REGAIN bot",
    ]);
    test.receive(":s 731 bot_ :bot");
    expect(test.sent.at(-1)).toBe("NICK bot");
  });

  test("is left for ten minutes to a user who takes it", () => {
    const test = new TestSession({ channels: [] });
    test.register("");
    test.clear();

    test.receive(":bot!u@h NICK Guest1", ":bot!x@y QUIT :bye");
    for (let minute = 0; minute < 10; minute += 0.25) {
      expect(test.sent.filter((line) => line.startsWith("NICK"))).toEqual([]);
      test.clock.advance(15_000);
      test.session.stayAlive();
    }

    expect(test.sent).toEqual(["NICK bot"]);
  });

  test("that is refused in every form ends the connection", () => {
    const test = new TestSession({});

    for (let tries = 0; tries < 9; tries += 1) test.receive(":s 433 * bot :in use");

    expect(test.endings).toEqual([{ kind: "no-nick" }]);
  });
});

describe("[C8] the channel", () => {
  test("that refuses us is tried again later, and at once on an invitation", () => {
    const test = new TestSession({ channels: [{ name: "#radio", key: "old" }] });
    test.register("");
    test.clear();

    test.receive(":s 473 bot #radio :invite only");
    const state = test.channels.state("#radio");
    test.clock.advance(29_999);
    const before = [...test.sent];
    test.clock.advance(1);
    test.receive(":s 473 bot #radio :invite only", ":ann!a@h INVITE bot #radio");

    expect(state).toMatchObject({
      status: "waiting",
      reason: "the channel is invite-only",
    });
    expect(before).toEqual([]);
    expect(test.sent).toEqual(["PING alive", "JOIN #radio old", "JOIN #radio old"]);
  });

  test("is rejoined with its new key", () => {
    const test = new TestSession({});
    test.register("");
    test.join();

    test.receive(":ann!a@h MODE #radio +k new", ":ann!a@h KICK #radio bot :out");
    test.clock.advance(29_000);
    test.session.stayAlive();
    test.clock.advance(31_000);

    expect(test.sent).toContain("JOIN #radio new");
  });

  test("that needs an account is tried again as soon as services know us", () => {
    const test = new TestSession({});
    test.register("");
    test.receive(":s 477 bot #radio :registered only");
    test.clear();

    test.receive(":s 900 bot m acc :hi");

    expect(test.sent).toEqual(["JOIN #radio"]);
  });

  test("is requested again when the server does not answer", () => {
    const test = new TestSession({});
    test.register("");
    test.clear();

    for (let quarter = 0; quarter < 6; quarter += 1) {
      test.clock.advance(15_000);
      test.session.stayAlive();
    }

    expect(test.sent).toEqual(["JOIN #radio"]);
  });

  test("it redirects us to is left", () => {
    const test = new TestSession({});
    test.register("");
    test.clear();

    test.receive(":s 470 bot #radio ##radio :Forwarding", ":bot!b@h JOIN ##radio");

    expect(test.sent).toEqual(["PART ##radio"]);
    expect(test.channels.state("#radio")?.status).toBe("waiting");
  });
});

test("[C8] when a server operator brings us in while we wait, we are in", () => {
  const test = new TestSession({});
  test.register("");
  test.join();
  test.receive(":ann!a@h KICK #radio bot :out");
  const waiting = test.channels.state("#radio")?.status;

  test.receive(":bot!b@h JOIN #radio");
  test.receive(":s 353 bot = #radio :bot ann");
  test.receive(":s 366 bot #radio :End");

  expect([waiting, test.channels.state("#radio")?.status]).toEqual(["waiting", "joined"]);
});

test("[C8] a member list that never ends delays us by at most a minute", () => {
  const test = new TestSession({});
  test.register("");
  test.receive(":bot!b@h JOIN #radio", ":s 353 bot = #radio :bot ann");
  const statuses = Array.from({ length: 5 }, () => {
    test.clock.advance(15_000);
    test.session.stayAlive();
    return test.channels.state("#radio")?.status;
  });

  expect(statuses).toEqual(["joining", "joining", "joining", "joined", "joined"]);
});

test("each entry of a channel's ban and mute lists is an event", () => {
  const test = new TestSession({});
  test.register("");
  test.receive(
    ":s 367 bot #radio *!*@one ann 1700000000",
    ":s 368 bot #radio :End",
    ":s 728 bot #radio q *!*@two ann 1700000000",
  );

  const told = test.events.filter(({ type }) => type === "list-entry");
  expect(told).toEqual([
    { type: "list-entry", channel: "#radio", entry: { mode: "b", mask: "*!*@one" } },
    { type: "list-entry", channel: "#radio", entry: { mode: "q", mask: "*!*@two" } },
  ]);
});

test("[C9] after the third kick only an invitation brings us back", () => {
  const test = new TestSession({});
  test.register("");
  const wait = (seconds: number) => {
    for (let passed = 0; passed < seconds; passed += 15) {
      test.clock.advance(15_000);
      test.session.stayAlive();
    }
  };
  const states = [60, 1_800, 86_400].map((seconds) => {
    test.join();
    test.receive(":ann!a@h KICK #radio bot :out");
    const state = test.channels.state("#radio");
    wait(seconds);
    return [state?.status, test.sent.includes("JOIN #radio")];
  });

  test.receive(":ann!a@h INVITE bot #radio");

  expect(states).toEqual([
    ["waiting", true],
    ["waiting", true],
    ["out", false],
  ]);
  expect(test.sent.at(-1)).toBe("JOIN #radio");
});

describe("[C13] the fate of a message", () => {
  test("is known from the echo with its label, server id and time", () => {
    const test = new TestSession({});
    test.register(echo);
    test.join();
    const first = test.say({});
    const second = test.say({ text: "again" });

    test.receive("@label=l2;msgid=b;time=2030-01-01T00:00:01.000Z :bot!b@h PRIVMSG #radio :x");

    expect(test.sent).toEqual([
      "@label=l1 PRIVMSG #radio :<eve> hello",
      "@label=l2 PRIVMSG #radio :<eve> again",
    ]);
    expect(first.delivery).toBeUndefined();
    expect(second.delivery).toEqual({
      kind: "confirmed",
      msgid: "b",
      serverTimeMs: Date.UTC(2030, 0, 1, 0, 0, 1),
    });
  });

  test("is known from the echo alone without labels", () => {
    const test = new TestSession({});
    test.register("echo-message");
    test.join();
    const said = test.say({});

    test.receive(":bot!b@h PRIVMSG #radio :<eve> hello");

    expect(test.sent).toEqual(["PRIVMSG #radio :<eve> hello"]);
    expect(said.delivery?.kind).toBe("confirmed");
  });

  test("is that it was sent, where the server echoes nothing", () => {
    const test = new TestSession({});
    test.register("");
    test.join();

    expect(test.say({}).delivery?.kind).toBe("sent");
  });

  const refusalOf = async (delivery: Delivery | undefined) =>
    delivery?.kind === "sent" ? await delivery.refusal : delivery;

  test.each(["401", "404", "408", "415", "437", "477", "482", "486"])(
    "is a refusal by %s, of the newest lines to that target, where the server echoes nothing",
    async (numeric) => {
      const test = new TestSession({});
      test.register("");
      test.join();
      // Before this, 437 could be the answer to NICK or JOIN.
      test.clock.advance(10_000);
      const passed = test.say({}).delivery;
      const [refused, last] = [
        test.say({ text: "again" }).delivery,
        test.say({ text: "and" }).delivery,
      ];

      test.receive(
        `:s ${numeric} bot #other :Not about it`,
        `:s ${numeric} bot #RADIO :You need voice (+m)`,
        `:s ${numeric} bot #radio :You need voice (+m)`,
      );
      test.clock.advance(30_000);

      expect([await refusalOf(passed), await refusalOf(refused), await refusalOf(last)]).toEqual([
        null,
        "You need voice (+m)",
        "You need voice (+m)",
      ]);
    },
  );

  test("is a refusal of the same target in the server's other case", async () => {
    const test = new TestSession({});
    test.register("");
    test.join();
    test.clock.advance(10_000);
    const refused = test.say({ channel: "#radio[1]" }).delivery;

    test.receive(":s 404 bot #Radio{1} :You need voice (+m)");
    test.clock.advance(30_000);

    expect(await refusalOf(refused)).toBe("You need voice (+m)");
  });

  test("is no refusal when that comes late, answers another command, or the connection ends", async () => {
    const test = new TestSession({});
    test.register("");
    test.join();
    const late = test.say({}).delivery;
    test.clock.advance(10_000);
    test.receive(":s 404 bot #radio :Cannot send to channel");
    const other = test.say({}).delivery;
    test.session.send("MODE", ["#radio", "+v", "eve"]);
    test.session.send("NICK", ["radiobot"]);
    test.receive(
      ":s 482 bot #RADIO :You are no operator",
      ":s 437 bot #radio :Cannot change nickname while banned",
      "ERROR :Closing link",
    );

    expect([await refusalOf(late), await refusalOf(other)]).toEqual([null, null]);
  });

  test("is a refusal once the commands to that target are accounted for", async () => {
    const test = new TestSession({});
    test.register("");
    test.join();
    test.session.send("MODE", ["#radio", "+v", "eve"]);
    test.session.send("KICK", ["#other", "eve"]);
    const refused = test.say({}).delivery;
    const once = test.say({ text: "again" }).delivery;

    for (const _ of ["the mode", "the text"]) test.receive(":s 482 bot #radio :No operator");
    test.clock.advance(30_000);

    expect([await refusalOf(refused), await refusalOf(once)]).toEqual([null, "No operator"]);
  });

  test("is the server's own words when it refuses it", () => {
    const test = new TestSession({});
    test.register(echo);
    test.join();
    const said = test.say({});

    test.receive("@label=l1 :s 404 bot #radio :You are muted");

    expect(said.delivery).toEqual({ kind: "refused", reason: "You are muted" });
  });

  test("is that it was not delivered, when the connection ends before confirming it", () => {
    const test = new TestSession({});
    test.register(echo);
    test.join();
    const said = test.say({});

    test.receive("ERROR :Closing link");

    expect(said.delivery).toEqual({
      kind: "not-delivered",
      reason: "the server closed the connection: Closing link",
    });
  });

  test("is that it was not delivered, when a minute passes without an answer", () => {
    const test = new TestSession({});
    test.register(echo);
    test.join();
    const said = test.say({});

    for (let quarter = 0; quarter < 5; quarter += 1) {
      test.clock.advance(15_000);
      test.session.stayAlive();
    }

    expect(said.delivery).toMatchObject({ kind: "not-delivered" });
    expect(test.sent.filter((line) => line.includes("PRIVMSG")).length).toBe(1);
  });
});

describe("[C14] our own messages are reported once", () => {
  test("on the server's echo", () => {
    const test = new TestSession({});
    test.register(echo);
    test.join();

    test.say({ kind: "action", text: "waves", prefix: "eve " });
    const before = test.heard();
    test.receive("@label=l1 :bot!b@h PRIVMSG #radio :\u0001ACTION eve waves\u0001");

    expect(before).toEqual([]);
    expect(test.heard()).toEqual(["own action bot: eve waves"]);
  });

  test("on sending, where the server echoes nothing", () => {
    const test = new TestSession({});
    test.register("");
    test.join();

    test.say({});

    expect(test.heard()).toEqual(["own privmsg bot: <eve> hello"]);
  });
});

describe("[C15] earlier messages", () => {
  const line = (id: string, text: string, batch = "") =>
    `@${batch}msgid=${id};time=2030-01-01T00:00:0${id}.000Z :ann!a@h PRIVMSG #radio :${text}`;

  test("arrive marked as played back, and known ones do not repeat", () => {
    const test = new TestSession({});
    test.register(echo);
    test.join();
    test.receive(line("1", "one"));

    test.receive(":s BATCH +x chathistory #radio");
    test.receive(line("1", "one", "batch=x;"), line("2", "two", "batch=x;"), ":s BATCH -x");
    test.receive(line("3", "three"), line("3", "three"));

    expect(test.heard()).toEqual([
      "privmsg ann: one",
      "playback privmsg ann: two",
      "privmsg ann: three",
    ]);
  });

  test("are requested after an outage", () => {
    const seen = new SeenMessages();
    const before = new TestSession({}, seen);
    before.register(echo);
    before.join();
    before.receive(line("1", "one"));
    const after = new TestSession({}, seen);
    after.register(`${echo} draft/chathistory`, "CHATHISTORY=50");

    after.receive(":bot!b@h JOIN #radio", ":s 353 bot = #radio :bot", ":s 366 bot #radio :end");

    expect(after.sent.at(-1)).toBe(
      "CHATHISTORY LATEST #radio timestamp=2030-01-01T00:00:00.999Z 50",
    );
  });
});

describe("[C16] RELAYMSG", () => {
  const relay = `${echo} draft/relaymsg`;

  test("is used where offered, and its message counts as ours", () => {
    const test = new TestSession({});
    test.register(relay);
    test.join();
    const said = test.say({ relayNick: "eve" });

    test.receive("@label=l1;draft/relaymsg=bot :eve/web!r@h PRIVMSG #radio :hello");

    expect(test.sent).toEqual(["@label=l1 RELAYMSG #radio eve/web hello"]);
    expect(said.delivery?.kind).toBe("confirmed");
    expect(test.heard()).toEqual(["own privmsg eve/web: hello"]);
  });

  test("that is refused is reported, and not tried there again", () => {
    const test = new TestSession({});
    test.register(relay);
    test.join();
    const said = test.say({ relayNick: "eve" });

    test.receive("@label=l1 :s FAIL RELAYMSG PRIVS_NEEDED #radio :You need to be an operator");
    test.say({ relayNick: "eve" });

    expect(said.delivery).toEqual({
      kind: "refused",
      reason: "You need to be an operator",
    });
    expect(test.sent.at(-1)).toBe("@label=l2 PRIVMSG #radio :<eve> hello");
  });
});

describe("[C17] members", () => {
  test("who joined before us are asked for their accounts, where the server reports later changes", () => {
    const test = new TestSession({});
    test.register("account-notify", "WHOX PREFIX=(ov)@+");

    test.receive(":bot!b@h JOIN #radio", ":s 353 bot = #radio :bot ann bea", ":s 366 bot #radio :");
    const asked = test.sent.at(-1);
    test.receive(":s 354 bot 161 ann annacc", ":s 354 bot 161 bea 0", ":s 354 bot 7 bea other");
    const accounts = () =>
      test.session.members("#radio").map(({ nick, account }) => [nick, account]);
    const atFirst = accounts();
    test.receive(":ann!a@h ACCOUNT *", ":bea!b@h ACCOUNT beaacc");

    expect(asked).toBe("WHO #radio %tna,161");
    expect(atFirst).toEqual([
      ["bot", undefined],
      ["ann", "annacc"],
      ["bea", undefined],
    ]);
    expect(accounts()).toEqual([
      ["bot", undefined],
      ["ann", undefined],
      ["bea", "beaacc"],
    ]);
    expect(test.events.filter(({ type }) => type === "account")).toEqual([
      { type: "account", nick: "ann", account: "annacc" },
      { type: "account", nick: "ann", account: undefined },
      { type: "account", nick: "bea", account: "beaacc" },
    ]);
  });

  test.each([
    ["account-notify", "PREFIX=(ov)@+"],
    ["", "WHOX"],
  ])("are not asked for accounts with %j and %s", (capabilities, isupport) => {
    const test = new TestSession({});
    test.register(capabilities, isupport);

    test.receive(":bot!b@h JOIN #radio", ":s 353 bot = #radio :bot ann", ":s 366 bot #radio :");

    expect(test.sent.at(-1)).toBe("JOIN #radio");
  });

  test("are tracked through modes, nick changes and quits", () => {
    const test = new TestSession({});
    test.register("", "PREFIX=(ohv)@%+ CASEMAPPING=ascii");
    test.join();

    test.receive(":Eve!e@x JOIN #radio", ":ann!a@h MODE #radio +vo-o eve EVE ann");
    test.receive(":eve!e@x NICK Mallory", ":ann!a@h QUIT :a.example b.example");

    expect(test.session.members("#RADIO").map(({ nick, modes }) => [nick, modes])).toEqual([
      ["bot", ""],
      ["Mallory", "ov"],
    ]);
    expect(test.events.at(-1)).toMatchObject({
      type: "quit",
      channels: ["#radio"],
      isNetsplit: true,
    });
  });

  test("are reported together once the server has sent them all, and the topic with its changes", () => {
    const test = new TestSession({});
    test.register("");

    test.receive(":bot!b@h JOIN #radio", ":s 332 bot #radio :old topic");
    test.receive(":s 353 bot = #radio :bot @ann", ":s 353 bot = #radio :+eve!e@x");
    test.receive(":s 366 bot #radio :end", ":ann!a@h TOPIC #radio :");

    const types = test.events.map((event) => event.type);
    expect(types.slice(-6)).toEqual(["join", "topic", "names", "channel", "joined", "topic"]);
    expect(test.session.members("#radio").map(({ nick, modes }) => [nick, modes])).toEqual([
      ["bot", ""],
      ["ann", "o"],
      ["eve", "v"],
    ]);
  });
});

test("[C18] the client never answers CTCP, and reports only actions", () => {
  const test = new TestSession({});
  test.register("");
  test.join();

  test.receive(
    ":ann!a@h PRIVMSG bot :\u0001VERSION\u0001",
    ":ann!a@h PRIVMSG #radio :\u0001PING 1",
  );
  test.receive(":ann!a@h PRIVMSG #radio :\u0001ACTION waves");

  expect(test.sent).toEqual([]);
  expect(test.heard()).toEqual(["action ann: waves"]);
  expect(test.events.at(-1)).toMatchObject({ target: "#radio", isPrivate: false });
});

describe("[C20] a message addressed to certain ranks of the channel is marked as such", () => {
  test.each([
    ["where 005 names STATUSMSG", "PREFIX=(qov)~@+ STATUSMSG=~@+"],
    ["where it does not", "PREFIX=(qov)~@+"],
  ])("%s", (_, isupport) => {
    const test = new TestSession({});
    test.register("", isupport);
    test.join();

    test.receive(
      ":ann!a@h PRIVMSG @#radio :psst",
      ":ann!a@h NOTICE +#radio :hush",
      ":ann!a@h PRIVMSG ~@#radio :\u0001ACTION whispers\u0001",
      ":ann!a@h PRIVMSG #radio :hello",
    );

    const told = test.events.filter((event) => event.type === "message");
    expect(
      told.map(({ target, isForRanks, isPrivate, text }) => ({
        target,
        isForRanks,
        isPrivate,
        text,
      })),
    ).toEqual([
      { target: "#radio", isForRanks: true, isPrivate: false, text: "psst" },
      { target: "#radio", isForRanks: true, isPrivate: false, text: "hush" },
      { target: "#radio", isForRanks: true, isPrivate: false, text: "whispers" },
      { target: "#radio", isForRanks: false, isPrivate: false, text: "hello" },
    ]);
  });

  test("even when played back", () => {
    const test = new TestSession({});
    test.register("batch chathistory message-tags server-time", "PREFIX=(ov)@+ STATUSMSG=@+");
    test.join();

    test.receive(
      ":s BATCH +1 chathistory #radio",
      "@batch=1;time=2026-01-01T00:00:00.000Z;msgid=a :ann!a@h PRIVMSG @#radio :psst",
      ":s BATCH -1",
    );

    expect(test.events).toMatchObject([{ isForRanks: true, isPlayback: true }]);
  });
});

test("[I1][C12] text sent through the client, under any name, can only be text", () => {
  const poison = fc.constantFrom("\r\nQUIT", "\0", "\u0001VERSION\u0001", " :", "/", "\u2028", "");
  const text = fc
    .tuple(poison, fc.string({ unit: anyCharacter, maxLength: 300 }), poison)
    .map((parts) => parts.join(""));
  const name = fc.stringMatching(/^[A-Za-z0-9_[\]\\{}|`-]{2,20}$/);
  const kind = fc.constantFrom("privmsg" as const, "notice" as const, "action" as const);

  fc.assert(
    fc.property(text, name, kind, fc.boolean(), (said, nick, how, isRelayed) => {
      const test = new TestSession({});
      test.register(isRelayed ? `${echo} draft/relaymsg` : echo);
      test.join();
      const { delivery } = test.say({
        text: said,
        kind: how,
        prefix: `<${nick}> `,
        ...(isRelayed ? { relayNick: nick } : {}),
      });

      const lines = test.sent.map((line) => parseMessage(line));
      const wanted = isRelayed ? "RELAYMSG" : how === "notice" ? "NOTICE" : "PRIVMSG";
      expect(lines.length > 0 || delivery?.kind === "not-delivered").toBe(true);
      for (const line of lines) {
        const words = line?.params.at(-1) ?? "";
        const beginning = how === "action" ? "\u0001ACTION " : "";
        expect([line?.command, line?.params.length]).toEqual([wanted, isRelayed ? 3 : 2]);
        expect(line?.params[0]).toBe("#radio");
        expect(words.startsWith(isRelayed ? beginning : `${beginning}<${nick}> `)).toBe(true);
        expect(words.split("\u0001").length - 1).toBe(how === "action" ? 2 : 0);
      }
      expect(test.sent.filter((line) => /[\r\n\0]/.test(line))).toEqual([]);
    }),
    { numRuns: 50, examples: [["QUIT\r\nQUIT", "plainowl", "privmsg", true]] },
  );
});

test("[C19] no line from a server crashes the client or makes it send two lines", () => {
  const words = fc.constantFrom(
    "001 005 353 366 332 433 376 473 900 404 FAIL BATCH CAP JOIN PART KICK MODE NICK QUIT TOPIC PRIVMSG"
      .split(" ")
      .join("|"),
  );
  const command = words.chain((all) => fc.constantFrom(...all.split("|")));
  const param = fc.oneof(
    fc.constantFrom("bot", "#radio", "+ov", "LS", "ACK", "+x", "=", "*", "chathistory", "@ann"),
    fc.string({ unit: fc.nat(0x2_ffff).map((code) => String.fromCodePoint(code)), maxLength: 8 }),
  );
  const line = fc
    .tuple(
      fc.constantFrom("", ":bot!b@h ", ":ann!a@h ", "@batch=x;label=l1 :s "),
      command,
      fc.array(param, { maxLength: 5 }),
    )
    .map(([start, name, params]) => `${start}${name} ${params.join(" ")}`);

  fc.assert(
    fc.property(fc.array(line, { maxLength: 30 }), (lines) => {
      const test = new TestSession({});
      test.register(echo);
      test.join();
      test.receive(...lines);
      expect(test.sent.filter((sent) => /[\r\n\0]/.test(sent))).toEqual([]);
    }),
    { numRuns: 60 },
  );
});
