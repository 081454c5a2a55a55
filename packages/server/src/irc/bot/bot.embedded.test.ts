import { roles, type Role } from "@neonrelay/contract";
import { anyCharacter } from "@neonrelay/irc/test-any-character";
import { sql } from "drizzle-orm";
import * as fc from "fast-check";
import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { insertAccount } from "../../accounts/account-store.ts";
import { addTestTracks, testEngines, type TestDatabase } from "../../database/test-database.ts";
import { withOutages, type TestOutage } from "../../database/test-outage.ts";
import { testPlay, testStatus } from "../../radio/test-status.ts";
import { botCommands } from "./bot-commands.ts";
import { MAX_LINE_BYTES } from "./line-rules.ts";
import type { Speaker } from "./command.ts";
import { openTestBot, testSpeaker, type TestBot } from "./test-bot.ts";

const ann = testSpeaker("ann");
const moderatorsOnly = "(Only moderators and channel operators can do this)";

describe.each(testEngines)("the bot on $name", (engine) => {
  let opened: TestDatabase;
  let bot: TestBot;
  let outage: TestOutage;
  beforeAll(async () => {
    opened = await engine.open();
    await addTestTracks(opened.database, ["Uplink", "Up\u0002link", `Long ${"🚀".repeat(100)}`]);
    await opened.database.connection.execute(
      sql`update tracks set artist = repeat('🚀', 100) where title like 'Long%'`,
    );
  });
  afterAll(() => opened[Symbol.asyncDispose]());
  beforeEach(async () => {
    outage = withOutages(opened.database);
    bot = await openTestBot({ ...opened, database: outage.database });
  });
  afterEach(() => bot[Symbol.asyncDispose]());

  const withAccount = async (role: Role): Promise<Speaker> => {
    const id = randomUUID();
    const username = `${role}-${id.slice(0, 8)}`;
    await insertAccount(opened.database.connection, { id, username, role, passwordHash: null });
    return testSpeaker(username, { account: { id, role } });
  };

  test.each(["...", ".5 euro", ". np", "np", ".unknown", ".np?", " .np"])(
    "'%s' gets no answer",
    async (text) => {
      expect(await bot.reply(ann, text)).toBeNull();
    },
  );

  test("the bot never answers itself", async () => {
    const { botName } = bot.settings.current;

    expect(await bot.reply(testSpeaker(botName.toUpperCase()), ".help")).toBeNull();
  });

  test("help lists every command, or explains one, to the person who asks", async () => {
    expect(await bot.lines(ann, ".help")).toEqual([
      `(Commands: ${botCommands.map(({ name }) => `.${name}`).join(", ")})`,
      "(.help and a command's name explains it)",
    ]);
    expect(await bot.lines(ann, ".help .np")).toEqual(["(.np: Shows what is on air.)"]);
    expect(await bot.lines(ann, ".help nonsense")).toEqual([
      "(Unknown command; .help lists all commands)",
    ]);
  });

  const mayModerate: readonly (Role | "guest" | "channel operator" | "access code")[] = [
    "channel operator",
    "access code",
    "moderator",
    "admin",
    "super_admin",
  ];
  test.each(["guest", "channel operator", "access code", ...roles] as const)(
    "a speaker who is a %s may use all of the moderators' commands or none",
    async (who) => {
      const speaker = await speakerOf(who);
      for (const act of ["mute", "unmute", "kick", "ban"] as const) {
        const [line] = await bot.lines(speaker, `.${act} owl 10m spams`);
        if (mayModerate.includes(who)) expect(line).toMatch(/^owl /);
        else expect(line).toBe(moderatorsOnly);
      }
      expect(bot.orders.map(({ act }) => act)).toEqual(
        mayModerate.includes(who) ? ["mute", "unmute", "kick", "ban"] : [],
      );
    },
  );
  const speakerOf = async (
    who: Role | "guest" | "channel operator" | "access code",
  ): Promise<Speaker> => {
    if (who === "guest") return ann;
    if (who === "channel operator")
      return { ...ann, isChannelOperator: true, isEmbeddedServer: false };
    if (who === "access code") return { ...ann, requester: { ...ann.requester, isOperator: true } };
    return await withAccount(who);
  };

  test("a moderation order carries its duration, reason and author", async () => {
    const operator = { ...ann, isChannelOperator: true };

    expect(await bot.lines(operator, ".mute owl 2h spams a lot")).toEqual(["owl is muted"]);
    bot.moderated = { kind: "not-there" };
    expect(await bot.lines(operator, ".kick Owl")).toEqual([
      "(No one in the channel has that name)",
    ]);
    bot.moderated = { kind: "unchanged" };
    expect(await bot.lines(operator, ".unmute owl")).toEqual(["(owl is not muted)"]);
    bot.moderated = { kind: "refused", reason: "the bot is not a channel operator" };
    expect(await bot.lines(operator, ".ban owl")).toEqual([
      "(Not possible on IRC: the bot is not a channel operator)",
    ]);
    expect(await bot.lines(operator, ".ban")).toEqual([
      "(Who? Use .ban <name> [10m|2h|1d] [<reason>])",
    ]);

    const by = { kind: "channel-operator", nick: "ann" };
    expect(bot.orders).toEqual([
      { act: "mute", name: "owl", minutes: 120, reason: "spams a lot", by },
      { act: "kick", name: "Owl", minutes: null, reason: "", by },
      { act: "unmute", name: "owl", minutes: null, reason: "", by },
      { act: "ban", name: "owl", minutes: null, reason: "", by },
    ]);
  });

  test("while guest requests are off, only operators can request", async () => {
    await bot.settings.change(() => ({ guestQueueActions: "off" }));
    try {
      expect(await bot.lines(ann, ".request uplink")).toEqual([
        "(The station has turned this off for guests and listeners)",
      ]);
      expect((await bot.lines(await withAccount("dj"), ".request uplink"))[0]).toMatch(
        /in the queue/,
      );
      expect(await bot.lines(ann, ".cancel")).toEqual(["(You have no waiting request)"]);
    } finally {
      await bot.settings.change(() => ({ guestQueueActions: "full" }));
    }
  });

  test("during maintenance guests may only read, and moderation still works", async () => {
    await bot.settings.change(() => ({ maintenanceMode: true }));
    try {
      for (const { name } of botCommands.filter(
        ({ isReading, access }) => !isReading && access !== "moderation",
      ))
        expect(await bot.lines(ann, `.${name}`), name).toEqual([
          "(The station is in maintenance: you can listen and read; everything else will be back soon)",
        ]);
      expect(await bot.lines(ann, ".listeners")).toHaveLength(1);
      expect(await bot.lines({ ...ann, isChannelOperator: true }, ".mute owl")).toEqual([
        "owl is muted",
      ]);
    } finally {
      await bot.settings.change(() => ({ maintenanceMode: false }));
    }
  });

  test("a speaker who asks too often gets one notice with the time to wait, and answers after that", async () => {
    const ask = () => bot.lines(ann, ".listeners");
    await ask();
    await ask();

    expect(await ask()).toEqual(["(Too many commands; try .listeners again in 15 seconds)"]);
    expect(await ask()).toEqual([]);
    bot.nowMs += 15_000;
    expect(await ask()).toHaveLength(1);
  });

  test("everyone together gets ten answers at once and one more per second; moderators always get theirs", async () => {
    const ask = async (name: string) => (await bot.lines(testSpeaker(name), ".listeners")).length;
    for (let n = 0; n < 10; n += 1) expect(await ask(`speaker ${n}`)).toBe(1);

    expect(await ask("one more")).toBe(0);
    expect(await bot.lines({ ...ann, isChannelOperator: true }, ".mute owl")).toEqual([
      "owl is muted",
    ]);
    bot.nowMs += 1000;
    expect([await ask("another"), await ask("too many")]).toEqual([1, 0]);
  });

  test("no input breaks the bot, and every answer is one plain line that fits", async () => {
    await bot.receiveStatus(
      testStatus(testPlay({ title: "a\u0003\r\nQUIT".repeat(40) }), bot.nowMs),
    );
    const names = [...botCommands.map(({ name }) => name), "unknown", ""];
    const anyText = fc.string({ unit: anyCharacter, maxLength: 500, size: "max" });
    const word = fc.constantFrom(
      "uplink",
      "2",
      "up\u0002link",
      "漢",
      "🚀",
      "owl 10m",
      "'",
      "\\",
      "\u0000",
    );
    const text = fc.oneof(
      anyText,
      fc
        .tuple(
          fc.constantFrom(...names),
          fc.oneof(
            anyText,
            fc.array(word).map((all) => all.join(" ")),
          ),
        )
        .map(([name, argument]) => `.${name} ${argument}`),
    );
    const operator = { isChannelOperator: true, isEmbeddedServer: false, isPresent: false };
    const speakers = [ann, testSpeaker("x\r\nQUIT", operator)];

    await fc.assert(
      fc.asyncProperty(text, fc.constantFrom(...speakers), async (said, speaker) => {
        bot.nowMs += 60_000;
        for (const { text: line } of (await bot.reply(speaker, said)) ?? []) {
          expect(line).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);
          expect(line).not.toBe("");
          expect(line).not.toMatch(/went wrong|does not answer/);
          expect(Buffer.byteLength(line)).toBeLessThanOrEqual(MAX_LINE_BYTES);
        }
      }),
      { numRuns: 150, examples: [[".request long", ann]] },
    );
  });

  test("while the database is away commands that need it say so, and .np still works", async () => {
    await bot.receiveStatus(testStatus(testPlay({}), bot.nowMs));
    outage.isAway = true;

    for (const text of [".queue", ".request uplink", ".like"])
      expect(await bot.lines(ann, text)).toEqual([
        "(The station's database is not responding; try again soon)",
      ]);
    expect((await bot.lines(ann, ".np"))[0]).toMatch(/^On air/);
    outage.isAway = false;
  });
});
