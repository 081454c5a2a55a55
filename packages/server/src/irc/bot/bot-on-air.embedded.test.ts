import type { Role } from "@neonrelay/contract";
import type { AiredPlay, OnAirStatus } from "@neonrelay/on-air/protocol";
import { eq, sql } from "drizzle-orm";
import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { insertAccount, saveAccount } from "../../accounts/account-store.ts";
import { plays } from "../../history/play-tables.ts";
import { byHand } from "../../programme/plan-entry.ts";
import { insertPlay } from "../../history/play-store.ts";
import { testEngines, type TestDatabase } from "../../database/test-database.ts";
import { testPlay, testStatus } from "../../radio/test-status.ts";
import { isAny } from "../../test-arrivals.ts";
import { findPresentPeople, type ChannelPeople } from "../present-people.ts";
import { ANNOUNCEMENT_INTERVAL_MS } from "./announcer.ts";
import { openTestBot, testSpeaker, type TestBot } from "./test-bot.ts";

const ann = testSpeaker("ann");
const bob = testSpeaker("bob");
const eve = testSpeaker("eve");

describe.each(testEngines)("the bot and what is on air, on $name", (engine) => {
  let opened: TestDatabase;
  let bot: TestBot;
  beforeAll(async () => {
    opened = await engine.open();
  });
  afterAll(() => opened[Symbol.asyncDispose]());
  beforeEach(async () => {
    for (const table of ["plays", "system_logs"])
      await opened.database.connection.execute(sql`delete from ${sql.identifier(table)}`);
    bot = await openTestBot(opened);
  });
  afterEach(() => bot[Symbol.asyncDispose]());

  const air = async (play: Partial<AiredPlay>): Promise<AiredPlay> => {
    const aired = testPlay({ title: "Uplink", artist: "Nova", ...play });
    await insertPlay(opened.database.connection, aired);
    await bot.receiveStatus(testStatus(aired, bot.nowMs));
    return aired;
  };
  const account = async (role: Role) => {
    const id = randomUUID();
    const username = `${role}-${id.slice(0, 8)}`;
    await insertAccount(opened.database.connection, { id, username, role, passwordHash: null });
    return { username, speaker: testSpeaker("someone", { account: { id, role } }) };
  };
  const logged = async (): Promise<readonly unknown[]> => {
    await bot.systemLog.settled();
    const { rows } = await opened.database.connection.execute(
      sql`select message from system_logs order by "timestamp"`,
    );
    return rows.map(({ message }) => message);
  };

  test(".np names what is on air, its progress and who requested it", async () => {
    await air({ requestedBy: "owl" });

    expect(await bot.lines(ann, ".np")).toEqual([
      "On air: “Uplink” by Nova, 1:00 of 3:00, requested by owl",
    ]);
    await air({ kind: "live", djName: "Mira", title: "", artist: "", durationMs: null });
    expect(await bot.lines(ann, ".np")).toEqual(["On air: Mira live"]);
    await bot.receiveStatus(testStatus(null, bot.nowMs));
    expect(await bot.lines(ann, ".np")).toEqual(["Nothing from the library is on air"]);
  });

  test("[B1] .why says who requested the track on air, or where the plan has it", async () => {
    await air({ requestedBy: "owl", entryId: randomUUID() });
    expect(await bot.lines(ann, ".why")).toEqual(["owl requested it"]);
    const planned = await air({ itemId: randomUUID() });
    await opened.database.connection
      .update(plays)
      .set({ planReason: { ...byHand, sentence: "It was the turn of “Evening”." } })
      .where(eq(plays.id, planned.playId));
    expect(await bot.lines(bob, ".why")).toEqual(["It was the turn of “Evening”."]);
    await air({});
    expect(await bot.lines(eve, ".why")).toEqual([
      "It was drawn from the library: no plan chose it",
    ]);
  });

  test("[B4] .next lists what comes next, or says that nothing is planned", async () => {
    expect(await bot.lines(ann, ".next")).toEqual([
      "Nothing is planned: the next track is drawn from the library",
    ]);
  });

  test("silence, the emergency loop and a stopped stream are named as such", async () => {
    const status = testStatus(testPlay({ title: "Uplink", artist: "Nova" }), bot.nowMs);
    const told = async (told: OnAirStatus) => {
      await bot.receiveStatus(told);
      return await bot.lines(ann, ".np");
    };

    expect(await told({ ...status, source: "faded-out" })).toEqual([
      "Faded out: “Uplink” by Nova, 1:00 of 3:00; Fade In or the next track brings it back",
    ]);
    expect(await told({ ...status, now: null, source: "emergency" })).toEqual([
      "The emergency loop is on air: no music can be played",
    ]);
    const settings = { ...status.settings, isStreaming: false };
    expect(await told({ ...status, settings })).toEqual(["The station is off air"]);
  });

  test(".last lists recent plays, newest first", async () => {
    expect(await bot.lines(ann, ".last")).toEqual(["Nothing was on air before this"]);
    for (const [index, title] of ["first", "second", "third", "fourth", "fifth"].entries())
      await air({ title, startedAtMs: index });

    expect(await bot.lines(bob, ".last")).toEqual([
      "Before “fourth” by Nova, “third” by Nova, “second” by Nova",
    ]);
  });

  test(".listeners counts listeners and chatters, if known", async () => {
    bot.presence = { listeners: 1, chatters: 12 };
    expect(await bot.lines(ann, ".listeners")).toEqual([
      "1 is tuned in, and 12 are in the channel",
    ]);
    bot.presence = { listeners: null, chatters: 1 };
    expect(await bot.lines(ann, ".listeners")).toEqual([
      "An unknown number are tuned in, and 1 is in the channel",
    ]);
  });

  test("each speaker can like what is on air once per play", async () => {
    await air({});
    expect(await bot.lines(ann, ".like")).toEqual(["1 person likes “Uplink” by Nova"]);
    expect(await bot.lines(ann, ".like")).toEqual(["(You already like this)"]);
    expect(await bot.lines(bob, ".like")).toEqual(["2 people like “Uplink” by Nova"]);

    await air({});
    bot.nowMs += 60_000;
    expect(await bot.lines(ann, ".like")).toEqual(["1 person likes “Uplink” by Nova"]);
  });

  test("a play that is not in the history yet is liked a moment later", async () => {
    await bot.receiveStatus(testStatus(testPlay({}), bot.nowMs));

    expect(await bot.lines(ann, ".like")).toEqual([
      "(This has just started; try again in a moment)",
    ]);
  });

  test("half of the people present skip a track, with one vote each", async () => {
    bot.presence = { listeners: 5, chatters: 4 };
    bot.people = new Set([ann, bob, eve].map(({ personKey }) => personKey));
    const { playId } = await air({});

    expect(await bot.lines(ann, ".skip")).toEqual([
      "1 of 3 votes to skip “Uplink” by Nova; .skip adds yours",
    ]);
    expect(await bot.lines(ann, ".skip")).toEqual(["(You have already voted: 1 of 3 votes)"]);
    expect(await bot.lines(testSpeaker("away"), ".skip")).toEqual([
      "(Only people in the channel or the web app can vote)",
    ]);
    await bot.lines(bob, ".skip");
    const skipping = bot.lines(eve, ".skip");
    expect(await bot.onAir.answer("skip", { skipped: true })).toMatchObject({ playId });
    expect(await skipping).toEqual(["“Uplink” by Nova was skipped"]);
    expect(await logged()).toEqual(["a vote in the channel skipped a track"]);
  });

  test("a person has one vote and one like, however many browsers they use", async () => {
    bot.presence = { listeners: 0, chatters: 40 };
    bot.people = new Set([ann.personKey, bob.personKey]);
    await air({});
    const another = (key: string) => ({ ...ann, requester: { ...ann.requester, key } });

    for (const [index, answer] of [
      "1 of 2 votes to skip “Uplink” by Nova; .skip adds yours",
      "(You have already voted: 1 of 2 votes)",
    ].entries())
      expect(await bot.lines(another(`visitor:${index}`), ".skip")).toEqual([answer]);
    await bot.lines(another("visitor:2"), ".like");
    expect(await bot.lines(another("visitor:3"), ".like")).toEqual(["(You already like this)"]);
  });

  test("people are counted by account, else by network, wherever they are; web chatters on our own server by browser", async () => {
    const { id } = (await account("listener")).speaker.account ?? { id: "" };
    await saveAccount(opened.database.connection, { accountId: id, change: { ircAccount: "Owl" } });
    const signedIn = {
      kind: "user",
      accountId: id,
      username: "owl",
      name: null,
      email: null,
      role: "listener",
      ircAccount: null,
      lastLogin: null,
    } as const;
    const browsers = [
      { network: "192.0.2.1", caller: null },
      { network: "192.0.2.1", caller: { kind: "guest" } as const },
      { network: "192.0.2.1", caller: signedIn },
    ];
    const known = { username: "~u", host: "h" };
    const people = async (channel: ChannelPeople) =>
      (await findPresentPeople(opened.database.connection, { browsers, channel, secret: "s" }))
        .size;
    const identities = [
      { ...known, nick: "a", accountId: undefined, address: "192.0.2.1" },
      { ...known, nick: "b", accountId: undefined, address: "2001:db8::1" },
      { ...known, nick: "c", accountId: undefined, address: "2001:db8::2" },
      { ...known, nick: "d", accountId: id, address: "2001:db8:1::2" },
      { ...known, nick: "web", accountId: undefined, address: undefined },
    ];
    const member = { modes: "", user: "u", isAway: false, account: undefined };
    const members = [
      { ...member, nick: "a", host: "one.example" },
      { ...member, nick: "b", user: "another", host: "One.example" },
      { ...member, nick: "c", host: "two.example", account: "owl" },
    ];

    expect(await people({ kind: "own-server", identities })).toBe(3);
    expect(await people({ kind: "network", members })).toBe(3);
  });

  test("people who leave lose their votes", async () => {
    await air({});
    await bot.lines(ann, ".skip");
    bot.people = new Set([bob, eve].map(({ personKey }) => personKey));

    expect(await bot.lines(bob, ".skip")).toEqual([
      "1 of 2 votes to skip “Uplink” by Nova; .skip adds yours",
    ]);
  });

  test("a vote counts only for the play it was cast in", async () => {
    await air({});
    await bot.lines(ann, ".skip");
    await air({ title: "Another" });

    expect(await bot.lines(bob, ".skip")).toEqual([
      "1 of 2 votes to skip “Another” by Nova; .skip adds yours",
    ]);
  });

  test("whoever controls the station skips at once, and the log names them", async () => {
    await air({});
    const dj = await account("dj");

    const skipping = bot.lines(dj.speaker, ".skip");
    await bot.onAir.answer("skip", { skipped: true });
    expect(await skipping).toEqual(["“Uplink” by Nova was skipped"]);

    const operator = { ...ann, isChannelOperator: true };
    const another = bot.lines(operator, ".skip");
    await bot.onAir.answer("skip", { skipped: false });
    expect(await another).toEqual(["(That track had already ended; nothing was skipped)"]);
    expect(await logged()).toEqual([`${dj.username} skipped a track`]);
  });

  test.each<[string, (speaker: typeof ann) => Promise<typeof ann>]>([
    [
      "an operator of a channel elsewhere",
      async (speaker) => ({ ...speaker, isChannelOperator: true, isEmbeddedServer: false }),
    ],
    ["a moderator", async () => (await account("moderator")).speaker],
    [
      "someone under the name of an admin",
      async (speaker) => ({ ...speaker, nick: (await account("admin")).username }),
    ],
    [
      "whose account is disabled by now",
      async () => {
        const dj = await account("dj");
        await opened.database.connection.execute(
          sql`update users set is_active = false where username = ${dj.username}`,
        );
        return dj.speaker;
      },
    ],
    [
      "whose role is another by now",
      async () => {
        const dj = await account("dj");
        await opened.database.connection.execute(
          sql`update users set role = 'listener' where username = ${dj.username}`,
        );
        return dj.speaker;
      },
    ],
  ])("%s only votes", async (_who, speakerOf) => {
    await air({});
    const speaker = await speakerOf(ann);
    bot.people = new Set([speaker.personKey]);

    expect(await bot.lines(speaker, ".skip")).toEqual([
      "1 of 2 votes to skip “Uplink” by Nova; .skip adds yours",
    ]);
  });

  test("neither a DJ nor silence can be skipped", async () => {
    await air({ kind: "live", djName: "Mira", durationMs: null });
    expect(await bot.lines(ann, ".skip")).toEqual(["(A DJ is on air and can't be skipped)"]);
    await bot.receiveStatus(testStatus(null, bot.nowMs));
    expect(await bot.lines(ann, ".skip")).toEqual(["(Nothing on air can be skipped)"]);
  });

  test("a skip that on-air refuses or never receives is answered with the reason", async () => {
    await air({});
    const dj = await account("dj");
    const skipping = bot.lines(dj.speaker, ".skip");
    await bot.onAir.refuse("skip", "The engine is starting");
    expect(await skipping).toEqual(["(The engine is starting)"]);

    await bot.onAir.close();
    expect((await bot.lines(dj.speaker, ".skip"))[0]).toMatch(/^\(The .*stream engine/);
  });

  test("what is already on air when the server starts is not announced", async () => {
    await air({});
    await air({ title: "News" });

    expect(await bot.announced.next("announcement", isAny)).toBe("Now on air: “News” by Nova");
  });

  test("a new track is announced; of several in quick succession, only the newest, after fifteen seconds", async () => {
    await bot.receiveStatus(testStatus(null, bot.nowMs));
    await air({ requestedBy: "owl" });
    expect(await bot.announced.next("announcement", isAny)).toBe(
      "Now on air: “Uplink” by Nova, requested by owl",
    );

    await air({ title: "Too fast" });
    bot.nowMs += ANNOUNCEMENT_INTERVAL_MS - 1;
    await air({ title: "Newest" });
    expect(bot.announced.untaken()).toEqual([]);

    bot.nowMs += 1;
    expect(await bot.announced.next("announcement", isAny)).toBe("Now on air: “Newest” by Nova");
  });

  test("nothing is announced while the station is paused", async () => {
    const play = testPlay({ title: "Waiting" });
    await bot.receiveStatus(testStatus(null, bot.nowMs));
    await bot.receiveStatus({ ...testStatus(play, bot.nowMs), source: "paused" });
    expect(bot.announced.untaken()).toEqual([]);

    await bot.receiveStatus(testStatus(play, bot.nowMs + 1));
    expect(await bot.announced.next("announcement", isAny)).toBe(
      "Now on air: “Waiting” by Test Tones",
    );
  });
});
