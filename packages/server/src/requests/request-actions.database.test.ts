import { requestPresets, type RequestRules } from "@neonrelay/contract";
import { createLog } from "@neonrelay/process/log";
import { sql } from "drizzle-orm";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Requester } from "../identity/visitor.ts";
import { addTestTracks, testEngines, type TestDatabase } from "../database/test-database.ts";
import { clearQueue, removeFromQueue, undoQueue } from "../queue/queue-actions.ts";
import { testOperator } from "../queue/test-requester.ts";
import { Settings } from "../settings/settings.ts";
import { createStationEvents, type StationEvent } from "../events/station-events.ts";
import { playNext } from "./request-handlers.ts";
import { requestTrack, type RequestParts } from "./request-actions.ts";
import { openRequests } from "./test-open-requests.ts";

const MINUTE_MS = 60_000;
const off: RequestRules = {
  requesterCooldownSeconds: 0,
  maxOpenRequests: 0,
  trackCooldownMinutes: 0,
  playedCooldownMinutes: 0,
  artistCooldownMinutes: 0,
};
/** Seven tracks: three of artist x, two of y, one of z, one of w. */
const library = ["x1", "x2", "x3", "y1", "y2", "z1", "w1"] as const;
type Title = (typeof library)[number];

describe.each(testEngines)("requests on $name", (engine) => {
  let opened: TestDatabase;
  let trackIds: readonly string[];
  let parts: RequestParts;
  let settings: Settings;
  beforeAll(async () => {
    opened = await engine.open();
    const { connection } = opened.database;
    trackIds = await addTestTracks(opened.database, library);
    await connection.execute(sql`
      update tracks set artist = left(title, 1), artists = array[left(title, 1)],
        artist_keys = array[left(title, 1)], sort_key = left(title, 1) || E'\t' || title`);
    const events = createStationEvents(createLog({ part: "test", level: "silent" }));
    settings = await Settings.load(opened.database, events);
    parts = { database: opened.database, events, settings, schedule: openRequests };
  });
  afterAll(() => opened[Symbol.asyncDispose]());
  beforeEach(async () => {
    for (const table of ["queue_items", "queue_snapshots", "requests", "plays"])
      await opened.database.connection.execute(sql`delete from ${sql.identifier(table)}`);
    await opened.database.connection.execute(
      sql`update tracks set missing_since = null, kind = 'file'`,
    );
  });

  const keep = (rules: Partial<RequestRules>) =>
    settings.change(() => ({ requestRules: { ...off, ...rules } }));
  const idOf = (title: Title): string => trackIds[library.indexOf(title)] ?? "";
  const visitor = (key: string, network: string | null = "192.0.2.7"): Requester => ({
    key: `visitor:${key}`,
    network,
    name: "Web User",
    isOperator: false,
  });
  const guest = visitor("guest");
  const wanted = (title: Title, requester: Requester) =>
    ({ requester, trackId: idOf(title), place: "end", query: null }) as const;
  const outcomeOf = (title: Title, requester: Requester = guest) =>
    requestTrack(parts, wanted(title, requester));
  /** 'taken', or the kind of refusal. */
  const request = async (title: Title, requester: Requester = guest): Promise<string> => {
    const outcome = await outcomeOf(title, requester);
    return outcome.kind === "refused" ? outcome.refusal.kind : outcome.kind;
  };
  const pass = (minutes: number) =>
    opened.database.connection.execute(
      sql`update requests set requested_at = requested_at - ${minutes} * interval '1 minute'`,
    );
  const play = async (title: Title, minutesAgo: number, entryId: string | null = null) => {
    await opened.database.connection.execute(sql`
      insert into plays (id, track_id, entry_id, title, artist, start_ms, audio_start_ms, started_at_ms)
      values (${randomUUID()}, ${idOf(title)}, ${entryId}, ${title}, 'x', 0, 0,
        ${Date.now() - minutesAgo * MINUTE_MS})`);
    await opened.database.connection.execute(sql`delete from queue_items where id = ${entryId}`);
  };

  test("a requester on cooldown is refused, with the time to retry", async () => {
    await keep({ requesterCooldownSeconds: 600 });
    const beforeMs = Date.now();
    expect(await request("x1")).toBe("taken");

    const refused = await outcomeOf("x2");
    expect(await request("x2", visitor("other"))).toBe("taken");
    await pass(10);

    if (refused.kind !== "refused" || refused.refusal.kind !== "too-soon")
      throw new Error(refused.kind);
    expect(refused.refusal.retryAtMs - beforeMs).toBeGreaterThanOrEqual(600_000);
    expect(refused.refusal.retryAtMs - Date.now()).toBeLessThanOrEqual(600_000);
    expect(await request("x2")).toBe("taken");
  });

  test("requests and plays recorded by a clock that ran ahead don't extend a cooldown", async () => {
    await keep({
      requesterCooldownSeconds: 600,
      trackCooldownMinutes: 10,
      playedCooldownMinutes: 10,
      artistCooldownMinutes: 10,
    });
    await request("z1");
    await pass(-24 * 60);
    await play("w1", -24 * 60);

    expect(await request("w1")).toBe("taken");
    expect(await request("x1")).toBe("too-soon");
    expect(await request("z1", visitor("other"))).toBe("taken");
  });

  test("a network may request ten times as often as one requester", async () => {
    await keep({ requesterCooldownSeconds: 600 });
    for (let n = 0; n < 10; n += 1)
      expect(await request("x1", visitor(`guest ${n}`))).toBe("taken");

    expect(await outcomeOf("x1", visitor("guest 10"))).toMatchObject({
      refusal: { kind: "too-soon", whose: "network" },
    });
    expect(await request("x1", visitor("elsewhere", "192.0.2.8"))).toBe("taken");
    expect(await request("x1", visitor("irc", null))).toBe("taken");
    await pass(10);
    expect(await request("x1", visitor("guest 10"))).toBe("taken");
  });

  test("open requests are counted per requester and network, and leaving the queue frees their place", async () => {
    await keep({ maxOpenRequests: 2 });
    for (let n = 0; n < 9; n += 1) expect(await request("x1", visitor(`guest ${n}`))).toBe("taken");
    expect([await request("x1"), await request("x2")]).toEqual(["taken", "taken"]);

    expect(await outcomeOf("x3")).toMatchObject({
      refusal: { kind: "too-many-open", whose: "requester", limit: 2 },
    });
    await removeFromQueue(parts, { id: idOf("x2"), changedBy: "Web User" });
    expect(await request("x3")).toBe("taken");
    for (let n = 0; n < 9; n += 1) expect(await request("x2", visitor(`guest ${n}`))).toBe("taken");
    expect(await outcomeOf("x3", visitor("one more"))).toMatchObject({
      refusal: { kind: "too-many-open", whose: "network", limit: 20 },
    });
  });

  test("a track is on cooldown from its request on, while it waits and after it has played", async () => {
    await keep({ trackCooldownMinutes: 5 });
    const first = await outcomeOf("x1");
    const entryId = first.kind === "taken" ? first.item.id : "";

    expect(await request("x1", visitor("other"))).toBe("track-on-cooldown");
    await play("x1", 0, entryId);
    expect(await request("x1", visitor("other"))).toBe("track-on-cooldown");
    await pass(5);
    expect(await request("x1", visitor("other"))).toBe("taken");
  });

  test("a removed request causes no cooldown, and causes one again when it is restored", async () => {
    await keep({ trackCooldownMinutes: 5, maxOpenRequests: 1 });
    await request("x1");
    await removeFromQueue(parts, { id: idOf("x1"), changedBy: "Web User" });
    expect(await request("x1")).toBe("taken");
    await clearQueue(parts, { changedBy: "Web User" });

    await undoQueue(parts, { maxOpenRequests: 0 });

    expect(await request("x1", visitor("other"))).toBe("track-on-cooldown");
    expect(await request("x2")).toBe("too-many-open");
  });

  test("a play causes a cooldown as long as the rule says, and none by default", async () => {
    await keep(requestPresets.generous);
    await play("x1", 1);
    expect(await request("x1")).toBe("taken");
    await clearQueue(parts, { changedBy: "Web User" });

    await keep({ playedCooldownMinutes: 2 });

    expect(await outcomeOf("x1")).toMatchObject({
      refusal: { kind: "track-on-cooldown", because: "played" },
    });
    await play("x2", 2);
    expect(await request("x2")).toBe("taken");
  });

  test("half of the playable library may be on cooldown: of seven tracks the last three", async () => {
    await keep({ trackCooldownMinutes: 60 });
    for (const title of ["x1", "x2", "x3"] as const) expect(await request(title)).toBe("taken");
    expect(await request("x1")).toBe("track-on-cooldown");
    expect(await request("y1")).toBe("taken");
    expect(await request("x1")).toBe("taken");

    // Of five remaining playable tracks, two are on cooldown.
    await opened.database.connection.execute(
      sql`update tracks set missing_since = now() where title = 'z1'`,
    );
    await opened.database.connection.execute(
      sql`update tracks set kind = 'stream' where title = 'w1'`,
    );
    expect(await request("x3")).toBe("taken");
    expect(await request("x1")).toBe("track-on-cooldown");
    expect(await request("y1")).toBe("taken");
  });

  test("tracks without an artist rest like any others", async () => {
    const { connection } = opened.database;
    await keep({ trackCooldownMinutes: 60 });
    await connection.execute(sql`update tracks set artist_keys = '{}'`);
    try {
      for (const title of ["x1", "x2", "z1"] as const) await request(title);

      expect([await request("x1"), await request("z1")]).toEqual([
        "track-on-cooldown",
        "track-on-cooldown",
      ]);
    } finally {
      await connection.execute(sql`update tracks set artist_keys = array[left(title, 1)]`);
    }
  });

  test("an artist is on cooldown after a request or play, as long as that leaves half of the music", async () => {
    await keep({ artistCooldownMinutes: 30 });
    await play("y1", 10);

    expect(await request("y2")).toBe("artist-on-cooldown");
    expect(await request("z1")).toBe("taken");
    expect(await request("z1")).toBe("artist-on-cooldown");
    // x has three of the seven tracks, so while x is on cooldown no other artist is.
    expect(await request("x1")).toBe("taken");
    expect(await request("x2")).toBe("artist-on-cooldown");
    expect(await request("z1")).toBe("taken");
  });

  test("operators are exempt from all rules and leave the network's share to others", async () => {
    await keep({ ...requestPresets["busy station"], maxOpenRequests: 1 });
    for (let n = 0; n < 12; n += 1)
      expect(await request("x1", { ...testOperator, network: "192.0.2.7" })).toBe("taken");

    expect(await request("y1")).toBe("taken");
    expect(await request("z1")).toBe("too-many-open");
  });

  test("something unplayable is refused according to its kind", async () => {
    await keep({});
    const { connection } = opened.database;
    await connection.execute(sql`update tracks set missing_since = now() where title = 'x1'`);

    expect(await request("x1")).toBe("missing-file");
    expect(await requestTrack(parts, { ...wanted("x3", guest), trackId: randomUUID() })).toEqual({
      kind: "unknown-track",
    });
  });

  test("play next follows the request rules for a track not in the queue, but not for an entry", async () => {
    await keep({ maxOpenRequests: 1 });
    await request("x1", testOperator);
    expect(await playNext(parts, { id: idOf("x2"), requester: guest })).toMatchObject({
      kind: "changed",
      queue: [{ position: 1, track: { title: "x2" }, requestedBy: "Web User" }, { position: 2 }],
    });

    expect(await playNext(parts, { id: idOf("x3"), requester: guest })).toMatchObject({
      kind: "refused",
      refusal: { kind: "too-many-open" },
    });
    expect(await playNext(parts, { id: idOf("x1"), requester: guest })).toMatchObject({
      kind: "changed",
      queue: [{ track: { title: "x1" } }, { track: { title: "x2" } }],
    });
  });

  test("an accepted request publishes an event; a refused one and an operator's addition do not", async () => {
    await keep({ maxOpenRequests: 1 });
    const heard: StationEvent[] = [];
    using _subscription = { [Symbol.dispose]: parts.events.subscribe((e) => heard.push(e)) };

    await requestTrack(parts, { ...wanted("x1", guest), query: "the first one" });
    await request("x2");
    await playNext(parts, { id: idOf("y1"), requester: testOperator });

    const requested = { type: "track.requested", requestedBy: "Web User", artist: "x" };
    expect(heard).toEqual([
      { type: "queue.changed" },
      { ...requested, title: "x1", query: "the first one" },
      { type: "queue.changed" },
    ]);
  });
});
