import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { addTestTracks, testEngines, type TestDatabase } from "../../database/test-database.ts";
import { listQueue } from "../../queue/queue-changes.ts";
import { testPlay, testStatus } from "../../radio/test-status.ts";
import type { StationEvent } from "../../events/station-events.ts";
import { CHOICE_MS } from "./track-choice.ts";
import { openTestBot, testSpeaker, type TestBot } from "./test-bot.ts";

const ann = testSpeaker("ann");
const bob = testSpeaker("bob");

describe.each(testEngines)("requests to the bot on $name", (engine) => {
  let opened: TestDatabase;
  let bot: TestBot;
  beforeAll(async () => {
    opened = await engine.open();
    await addTestTracks(opened.database, [
      "Midnight Drive",
      "Midnight Train",
      "Midnight Uplink",
      "Ocean",
      "1979",
    ]);
  });
  afterAll(() => opened[Symbol.asyncDispose]());
  beforeEach(async () => {
    for (const table of ["queue_items", "requests"])
      await opened.database.connection.execute(sql`delete from ${sql.identifier(table)}`);
    bot = await openTestBot(opened);
    await bot.settings.change(() => ({
      requestRules: {
        requesterCooldownSeconds: 0,
        maxOpenRequests: 0,
        trackCooldownMinutes: 0,
        playedCooldownMinutes: 0,
        artistCooldownMinutes: 0,
      },
    }));
  });
  afterEach(() => bot[Symbol.asyncDispose]());

  const queued = async () =>
    (await listQueue(opened.database.connection)).map(
      ({ track, requestedBy }) => `${track.title} for ${requestedBy}`,
    );
  /** Three minutes long, one of which has passed. */
  const playOcean = () => bot.receiveStatus(testStatus(testPlay({ title: "Ocean" }), bot.nowMs));

  test("a misspelled request is found, and answered with its place and time", async () => {
    await playOcean();

    expect(await bot.lines(ann, ".request midnigt uplnk")).toEqual([
      "ann: “Midnight Uplink” by Test Tones is number 1 in the queue, expected in 2 minutes",
    ]);
    expect(await bot.lines(bob, ".request Test Tones - Ocean")).toEqual([
      "bob: “Ocean” by Test Tones is number 2 in the queue, expected in 4 minutes",
    ]);
    expect(await queued()).toEqual(["Midnight Uplink for ann", "Ocean for bob"]);
  });

  test("the reply to a request omits an unknown time and says that the station is paused", async () => {
    expect(await bot.lines(ann, ".request ocean")).toEqual([
      "ann: “Ocean” by Test Tones is number 1 in the queue",
    ]);
    await bot.receiveStatus({ ...testStatus(testPlay({}), bot.nowMs), source: "paused" });
    expect(await bot.lines(ann, ".request midnight train")).toEqual([
      "ann: “Midnight Train” by Test Tones is number 2 in the queue, when the station plays again",
    ]);
  });

  test("an unclear request lists its matches, and only its requester picks by number", async () => {
    expect(await bot.lines(ann, ".request midnight")).toEqual([
      "(Which one? Answer with .request and its number within two minutes)",
      "(1: “Midnight Drive” by Test Tones)",
      "(2: “Midnight Train” by Test Tones)",
      "(3: “Midnight Uplink” by Test Tones)",
    ]);

    expect(await bot.lines(bob, ".request 2")).toEqual([
      "(Nothing in the library matches that; try .search)",
    ]);
    expect(await bot.lines(ann, ".request 2")).toEqual([
      "ann: “Midnight Train” by Test Tones is number 1 in the queue",
    ]);
    expect(await queued()).toEqual(["Midnight Train for ann"]);
  });

  test("a number picks once; after that it is an ordinary title", async () => {
    await bot.lines(ann, ".request midnight");
    await bot.lines(ann, ".request 1");

    expect(await bot.lines(ann, ".request 1")).toEqual([
      "ann: “1979” by Test Tones is number 2 in the queue",
    ]);
  });

  test("after two minutes a number is an ordinary title", async () => {
    await bot.lines(ann, ".request midnight");
    bot.nowMs += CHOICE_MS;

    expect(await bot.lines(ann, ".request 1")).toEqual([
      "ann: “1979” by Test Tones is number 1 in the queue",
    ]);
  });

  test("the event of a request carries the typed search, even when a number picked the track", async () => {
    const heard: StationEvent[] = [];
    bot.events.subscribe((event) => heard.push(event));

    await bot.lines(ann, ".request midnigt train");
    await bot.lines(ann, ".request midnight");
    await bot.lines(ann, ".request 1");

    const requested = { type: "track.requested", requestedBy: "ann", artist: "Test Tones" };
    expect(heard.filter(({ type }) => type === "track.requested")).toEqual([
      { ...requested, title: "Midnight Train", query: "midnigt train" },
      { ...requested, title: "Midnight Drive", query: "midnight" },
    ]);
  });

  test("a refusal reads as on the web, and the choice stays open", async () => {
    const rules = bot.settings.current.requestRules;
    await bot.settings.change(() => ({
      requestRules: { ...rules, requesterCooldownSeconds: 600 },
    }));
    await bot.lines(ann, ".request ocean");
    await bot.lines(ann, ".request midnight");

    expect(await bot.lines(ann, ".request 1")).toEqual([
      "(You requested a track recently; you can request another in 10 minutes)",
    ]);
    await bot.settings.change(() => ({ requestRules: rules }));
    expect(await bot.lines(ann, ".request 1")).toEqual([
      "ann: “Midnight Drive” by Test Tones is number 2 in the queue",
    ]);
  });

  test("an empty request gets the usage, and a request without a match says so", async () => {
    expect(await bot.lines(ann, ".request")).toEqual([
      "(Which track? Use .request <title and artist>)",
    ]);
    expect(await bot.lines(ann, ".request zzzzqqqq")).toEqual([
      "(Nothing in the library matches that; try .search)",
    ]);
    expect(await queued()).toEqual([]);
  });

  test(".when gives the times of one's own requests and of a named track", async () => {
    await playOcean();
    await bot.lines(ann, ".request ocean");
    await bot.lines(bob, ".request midnight train");

    expect(await bot.lines(bob, ".when")).toEqual([
      "In the queue 2: “Midnight Train” by Test Tones, expected in 4 minutes",
    ]);
    expect(await bot.lines(bob, ".when oce")).toEqual([
      "In the queue 1: “Ocean” by Test Tones, expected in 2 minutes",
    ]);
    expect(await bot.lines(bob, ".when uplink")).toEqual(["(Nothing in the queue matches that)"]);
    expect(await bot.lines(testSpeaker("eve"), ".when")).toEqual(["(You have no waiting request)"]);
  });

  test("people take back their own last request or the one they name, never another's", async () => {
    for (const title of ["ocean", "midnight train", "midnight drive"])
      await bot.lines(ann, `.request ${title}`);

    expect(await bot.lines(bob, ".cancel ocean")).toEqual([
      "(You have no waiting request with that name)",
    ]);
    expect(await bot.lines(ann, ".cancel ocean")).toEqual([
      "ann: “Ocean” by Test Tones was removed from the queue",
    ]);
    expect(await bot.lines(ann, ".cancel")).toEqual([
      "ann: “Midnight Drive” by Test Tones was removed from the queue",
    ]);
    expect(await queued()).toEqual(["Midnight Train for ann"]);
  });

  test("the next tracks are listed, with the number of further ones", async () => {
    expect(await bot.lines(bob, ".queue")).toEqual(["The queue is empty; .request adds to it"]);
    for (const title of ["ocean", "1979", "midnight train"])
      await bot.lines(ann, `.request ${title}`);

    expect(await bot.lines(bob, ".queue")).toEqual([
      "Next 1: “Ocean” by Test Tones, 2: “1979” by Test Tones, 3: “Midnight Train” by Test Tones",
    ]);
  });

  test("a search sends the best five matches to the person who asked", async () => {
    expect(await bot.lines(ann, ".search midnigt")).toEqual([
      "(Found “Midnight Drive” by Test Tones, “Midnight Train” by Test Tones, “Midnight Uplink” by Test Tones)",
    ]);
    expect(await bot.lines(ann, ".search zzzzqqqq")).toEqual([
      "(Nothing in the library matches that)",
    ]);
  });
});
