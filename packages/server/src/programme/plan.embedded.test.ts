import {
  planReasonSchema,
  planSchema,
  playlistSchema,
  playlistTrackSchema,
  trackSchema,
  type Plan,
} from "@neonrelay/contract";
import { TestAwakeTimer } from "@neonrelay/process/test-awake-timer";
import { sql } from "drizzle-orm";
import { randomUUID } from "node:crypto";
import path from "node:path";
import { setImmediate } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { startTestServer, type SignedInBrowser, type TestServer } from "../api/test-server.ts";
import { plays } from "../history/play-tables.ts";
import { tracks } from "../library/library-tables.ts";
import { fillLibrary } from "../library/test-library.ts";
import { TestOnAir } from "../radio/test-on-air.ts";
import { testStatus } from "../radio/test-status.ts";
import { byHand } from "./plan-entry.ts";

/** Timeout of the server's commands to on-air: anything shorter means it did not wait. */
const ANSWER_LIMIT_MS = 4000;

let server: TestServer;
let moderator: SignedInBrowser;
/** Warnings in the log. */
const troubles: string[] = [];
beforeAll(async () => {
  server = await startTestServer({}, { onTrouble: (line) => void troubles.push(line) });
  await fillLibrary(server.database, 400);
  server.events.publish({ type: "library.changed" });
  moderator = await server.signIn("moderator");
  server.link.start();
});
afterAll(() => server[Symbol.asyncDispose]());
afterEach(async () => {
  const { body } = await moderator.call("GET", "/api/playlists");
  for (const { id } of z.array(playlistSchema).parse(body))
    await moderator.call("DELETE", `/api/playlists/${id}`);
  await planWith((plan) => plan.items.length === 0);
});

async function addPlaylist(body: object): Promise<string> {
  const made = await moderator.call("POST", "/api/playlists", { body });
  expect(made.status).toBe(200);
  return playlistSchema.parse(made.body).id;
}

async function loadPlan(limit = 500): Promise<Plan> {
  return planSchema.parse((await server.call("GET", `/api/plan?limit=${limit}`)).body);
}

/** Waits for a plan like this. */
async function planWith(isWanted: (plan: Plan) => boolean): Promise<Plan> {
  let plan = await loadPlan();
  if (isWanted(plan)) return plan;
  // Polls rarely: a twelve-hour plan is made, sent and parsed each time.
  await expect
    .poll(
      async () => {
        plan = await loadPlan();
        return isWanted(plan);
      },
      { interval: 250 },
    )
    .toBe(true);
  return plan;
}

const allMusic = { name: "All music", rule: { kinds: ["music"] } };
const titlesOf = ({ items }: Plan) => items.map(({ track }) => track.title);

test("[G4] without any playlist that has a turn there is no plan", async () => {
  await addPlaylist({ ...allMusic, turn: { kind: "off" } });

  expect((await planWith(() => true)).items).toEqual([]);
});

test("[G5][G12] a playlist yields a twelve-hour plan in which no artist repeats too soon", async () => {
  await addPlaylist(allMusic);

  const { items } = await planWith((plan) => plan.items.length > 0);
  const last = items.at(-1);
  const artists = items.slice(0, 10).map(({ track }) => track.artist);

  expect(Date.parse(last?.startsAt ?? "") - Date.now()).toBeGreaterThan(11.5 * 3_600_000);
  expect(items.every(({ playlist }) => playlist?.name === "All music")).toBe(true);
  expect(new Set(items.map(({ track }) => track.id)).size).toBeGreaterThan(items.length / 2);
  expect(new Set(artists).size).toBe(artists.length);
});

test("[G13] each item says why it is there, and so does each past play", async () => {
  await addPlaylist(allMusic);
  const { items } = await planWith((plan) => plan.items.length > 0);
  const third = items[2];

  const why = await server.call("GET", `/api/plan/${third?.id}/why`);
  const unknown = await server.call("GET", `/api/plan/${randomUUID()}/why`);

  expect(planReasonSchema.parse(why.body)).toMatchObject({
    rule: "weight",
    playlist: { name: "All music" },
    considered: 400,
    sentence: expect.stringContaining("“All music”"),
  });
  expect(planReasonSchema.parse(why.body).nearest).toHaveLength(5);
  expect(unknown.status).toBe(404);
});

test("[G2] jingles come after their set number of tracks", async () => {
  await addPlaylist(allMusic);
  const jingles = await addPlaylist({
    name: "Jingles",
    turn: { kind: "every-tracks", tracks: 4 },
    isSeparated: false,
  });
  const tracks = z.array(trackSchema).parse((await server.call("GET", "/api/tracks?limit=2")).body);
  const trackIds = tracks.map(({ id }) => id);
  await moderator.call("PUT", `/api/playlists/${jingles}/tracks`, {
    body: { trackIds, version: 1 },
  });

  const { items } = await planWith((plan) =>
    plan.items.some(({ playlist }) => playlist?.name === "Jingles"),
  );
  const places = items.flatMap(({ playlist }, index) =>
    playlist?.name === "Jingles" ? index : [],
  );

  expect(places.slice(0, 4).map((place, index) => place - (places[index - 1] ?? place))).toEqual([
    0, 5, 5, 5,
  ]);
});

test("[G3][G13] a rundown with a jingle between songs continues after the last played entry", async () => {
  const rundown = await addPlaylist({ name: "Rundown", order: "ordered", turn: { kind: "off" } });
  const path = `/api/playlists/${rundown}`;
  const { body } = await server.call("GET", "/api/tracks?limit=4");
  const [a, b, c, jingle] = z
    .array(trackSchema)
    .parse(body)
    .map(({ id }) => id);
  const trackIds = [a, jingle, b, jingle, c, jingle];
  await moderator.call("PUT", `${path}/tracks`, { body: { trackIds, version: 1 } });
  const entries = z
    .array(playlistTrackSchema)
    .parse((await moderator.call("GET", `${path}/tracks`)).body)
    .map(({ entryId }) => entryId);
  // The second jingle, stored as a play from the plan.
  await server.database.connection.insert(plays).values({
    id: randomUUID(),
    trackId: jingle ?? null,
    playlistId: rundown,
    planReason: { ...byHand, playlistEntryId: entries[3] ?? null },
    title: "",
    artist: "",
    startMs: 0,
    audioStartMs: 0,
    startedAtMs: Date.now() - 60_000,
  });

  await moderator.call("PATCH", path, {
    body: { turn: { kind: "weight", weight: 1 }, version: 2 },
  });
  const plan = await planWith(({ items }) => items.length > 8);
  const whys = await Promise.all(
    plan.items.slice(0, 8).map(async ({ id }) => await server.call("GET", `/api/plan/${id}/why`)),
  );

  expect(plan.items.slice(0, 8).map(({ track }) => track.id)).toEqual(
    [4, 5, 0, 1, 2, 3, 4, 5].map((index) => trackIds[index]),
  );
  expect(whys.map((why) => planReasonSchema.parse(why.body).playlistEntryId)).toEqual(
    [4, 5, 0, 1, 2, 3, 4, 5].map((index) => entries[index]),
  );
});

test("[G15] an operator moves, drops, locks and inserts; the rest adapts, and each change can be undone", async () => {
  await addPlaylist(allMusic);
  const before = await planWith((plan) => plan.items.length > 0);
  const [first, second, third] = before.items;
  const [extra] = z
    .array(trackSchema)
    .parse((await server.call("GET", "/api/tracks?limit=1")).body);

  const moved = await moderator.call("PATCH", `/api/plan/${third?.id}`, {
    body: { beforeId: first?.id ?? null },
  });
  const dropped = await moderator.call("DELETE", `/api/plan/${second?.id}`);
  const inserted = await moderator.call("POST", "/api/plan", {
    body: { trackId: extra?.id, beforeId: third?.id ?? null },
  });

  expect(planSchema.parse(moved.body).items[0]).toMatchObject({
    id: third?.id,
    isLocked: true,
    isByHand: true,
  });
  expect(planSchema.parse(dropped.body).items.map(({ id }) => id)).not.toContain(second?.id);
  expect(planSchema.parse(inserted.body).items[0]).toMatchObject({
    track: { id: extra?.id },
    isByHand: true,
  });
  for (let undo = 0; undo < 3; undo += 1)
    await moderator.call("POST", "/api/plan/undo", { body: {} });
  expect(titlesOf(await loadPlan(10))).toEqual(titlesOf(before).slice(0, 10));
  expect(await moderator.call("POST", "/api/plan/undo", { body: {} })).toMatchObject({
    status: 409,
  });
});

test("[G15] a dropped item can return after its time has passed, while items that have begun do not", async () => {
  await addPlaylist(allMusic);
  const before = await planWith((plan) => plan.items.length > 0);
  const [first, second] = before.items;
  const ids = async () => (await loadPlan(20)).items.map(({ id }) => id);
  const undo = () => moderator.call("POST", "/api/plan/undo", { body: {} });

  await moderator.call("DELETE", `/api/plan/${first?.id}`);
  // Nothing is on air, so the plan's start keeps moving.
  await planWith(({ items }) => (items[0]?.startsAt ?? "") > (first?.startsAt ?? "~"));
  await undo();
  const back = await ids();
  await moderator.call("DELETE", `/api/plan/${second?.id}`);
  server.events.publish({
    type: "play.started",
    isFromRotation: false,
    trackId: first?.track.id ?? null,
    itemId: first?.id ?? null,
  });
  await planWith(({ items }) => items.every(({ id }) => id !== first?.id));
  await undo();

  expect(back.slice(0, 2)).toEqual([first?.id, second?.id]);
  expect(await ids()).toContain(second?.id);
  expect(await ids()).not.toContain(first?.id);
});

test("a playlist that is turned off leaves the plan, even if planning fails at first", async () => {
  const leaving = await addPlaylist({ ...allMusic, name: "Leaving" });
  await planWith(({ items }) => items.length > 0);
  await addPlaylist({ ...allMusic, name: "Staying" });
  await planWith(({ items }) => items.some(({ playlist }) => playlist?.name === "Staying"));
  const { connection } = server.database;
  await connection.execute(sql`alter table plan_items rename to plan_items_away`);
  const version = 1;
  const off = await moderator.call("PATCH", `/api/playlists/${leaving}`, {
    body: { version, turn: { kind: "off" } },
  });
  await expect.poll(() => troubles.join("")).toContain("can't update the plan");
  await connection.execute(sql`alter table plan_items_away rename to plan_items`);

  // The next item always stays.
  await planWith(({ items: [, ...rest] }) =>
    rest.every(({ playlist }) => playlist?.name === "Staying"),
  );
  expect(off.status).toBe(200);
});

test("invalid input is refused in words", async () => {
  await addPlaylist(allMusic);
  const { items } = await planWith((plan) => plan.items.length > 0);

  const noTrack = await moderator.call("POST", "/api/plan", {
    body: { trackId: randomUUID(), beforeId: null },
  });
  const noItem = await moderator.call("PATCH", `/api/plan/${randomUUID()}`, {
    body: { isLocked: true },
  });
  const noPlace = await moderator.call("PATCH", `/api/plan/${items[0]?.id}`, {
    body: { beforeId: randomUUID() },
  });

  expect(noTrack).toMatchObject({ status: 404, body: { field: "trackId" } });
  expect([noItem.status, noPlace.status]).toEqual([404, 404]);
});

test("items that begin while the plan is being made are not part of it", async () => {
  await addPlaylist(allMusic);
  let plan = await planWith(({ items }) => items.length > 0);
  const beganAtMs = performance.now();
  const makeAgain = () => server.events.publish({ type: "playlists.changed" });
  makeAgain();
  plan = await planWith(({ version }) => version > plan.version);
  const tookMs = performance.now() - beganAtMs;

  // Some of these delays fall between reading the input and storing the plan.
  for (let tenths = 0; tenths < 10; tenths += 1) {
    const { version, items } = plan;
    const begun = items[0]?.id ?? "";
    const madeAtMs = performance.now();
    makeAgain();
    while (performance.now() - madeAtMs < (tookMs * tenths) / 10) await setImmediate();
    server.events.publish({
      type: "play.started",
      isFromRotation: false,
      trackId: null,
      itemId: begun,
    });
    plan = await planWith((next) => next.version >= version + 2);

    expect([tenths, plan.items.some(({ id }) => id === begun)]).toEqual([tenths, false]);
  }
});

test("a merge or its undo while the plan is being made still changes the track of an item", async () => {
  await addPlaylist(allMusic);
  const { items } = await planWith((plan) => plan.items.length > 0);
  const [one = "", other = ""] = items.map(({ track }) => track.id);
  const body = { trackId: one, beforeId: items[0]?.id ?? null };
  const inserted = planSchema.parse((await moderator.call("POST", "/api/plan", { body })).body);
  const itemId = inserted.items[0]?.id ?? "";
  const beganAtMs = performance.now();
  const makeAgain = () => server.events.publish({ type: "playlists.changed" });
  makeAgain();
  let plan = await planWith(({ version }) => version > inserted.version);
  const tookMs = performance.now() - beganAtMs;

  // Some of these delays fall between reading the input and storing the plan.
  for (let tenths = 0; tenths < 10; tenths += 1) {
    const { version } = plan;
    const trackId = tenths % 2 === 0 ? other : one;
    const madeAtMs = performance.now();
    makeAgain();
    while (performance.now() - madeAtMs < (tookMs * tenths) / 10) await setImmediate();
    server.events.publish({ type: "tracks.parted", planned: new Map([[itemId, trackId]]) });
    plan = await planWith((next) => next.version > version);

    const item = plan.items.find(({ id }) => id === itemId);
    expect([tenths, item?.track.id]).toEqual([tenths, trackId]);
  }
});

test("items that stay in the plan are not rewritten when a track begins", async () => {
  await addPlaylist(allMusic);
  let plan = await planWith(({ items }) => items.length > 0);
  const rowsByWriter = async () => {
    const { rows } = await server.database.connection.execute(
      sql`select id || ' ' || xmin::text as row from plan_items`,
    );
    return z.array(z.object({ row: z.string() })).parse(rows);
  };

  // On a very slow machine all times may have shifted enough to be rewritten.
  await expect
    .poll(async () => {
      const { version } = plan;
      const before = new Set((await rowsByWriter()).map(({ row }) => row));
      const begun = { isFromRotation: false, trackId: null, itemId: null };
      server.events.publish({ type: "play.started", ...begun });
      plan = await planWith((next) => next.version > version);
      return (await rowsByWriter()).filter(({ row }) => before.has(row)).length;
    })
    .toBeGreaterThan(100);
});

test("[G5] a requested track rests like a planned one", async () => {
  await addPlaylist(allMusic);
  const { items, version } = await planWith((plan) => plan.items.length > 0);
  const trackId = items[0]?.track.id ?? "";
  server.events.publish({ type: "play.started", isFromRotation: false, trackId, itemId: null });
  // The previous plan may just have been stored.
  const isSoon = (plan: Plan) => plan.items.slice(0, 20).some(({ track }) => track.id === trackId);
  const after = await planWith((plan) => plan.version > version && !isSoon(plan));

  expect(after.items.length).toBeGreaterThan(20);
});

test("[G12][G13] on-air gets the plan; started items leave it, and the history knows why they were there", async () => {
  const onAir = new TestOnAir(path.join(server.dataDir, "on-air.sock"));
  await onAir.listen();
  await addPlaylist(allMusic);
  const { items } = await planWith((plan) => plan.items.length > 0);
  // The next item stays, even if the plan is remade in the meantime.
  const [first] = items;
  await onAir.next("hello");
  onAir.send({ kind: "hello", protocolVersion: 1, journalId: randomUUID(), newestNumber: 1 });
  onAir.send({ kind: "status", status: testStatus(null) });
  onAir.send({ kind: "replayed" });

  const sent = z
    .object({ items: z.array(z.object({ itemId: z.string(), trackId: z.string() })) })
    .parse(await onAir.answer("setPlan"));
  const playId = randomUUID();
  onAir.send({
    kind: "event",
    number: 1,
    event: {
      type: "play.started",
      play: {
        playId,
        kind: "library",
        trackId: first?.track.id ?? null,
        sessionId: null,
        djName: null,
        entryId: null,
        itemId: first?.id ?? null,
        requestedBy: null,
        title: "",
        artist: "",
        startMs: 0,
        audioStartMs: 0,
        startedAtMs: Date.now(),
        durationMs: null,
      },
    },
  });
  const after = await planWith(
    (plan) => plan.items.length > 0 && !plan.items.some(({ id }) => id === first?.id),
  );
  const why = await server.call("GET", `/api/plan/${playId}/why`);
  await onAir.close();

  expect(sent.items[0]?.itemId).toBe(first?.id);
  expect(sent.items.length).toBeGreaterThan(100);
  expect(after.items.length).toBeGreaterThan(100);
  expect(planReasonSchema.parse(why.body)).toMatchObject({ playlist: { name: "All music" } });
});

test("[G12] on-air gets twelve hours even of short tracks", async () => {
  const durationMs = 40_000;
  await server.database.connection.update(tracks).set({ durationMs });
  server.events.publish({ type: "library.changed" });
  const onAir = new TestOnAir(path.join(server.dataDir, "on-air.sock"));
  await onAir.listen();
  await addPlaylist(allMusic);
  await planWith((plan) => plan.items[0]?.track.durationMs === durationMs);
  await onAir.next("hello");
  onAir.send({ kind: "hello", protocolVersion: 1, journalId: randomUUID(), newestNumber: 0 });
  onAir.send({ kind: "replayed" }, { kind: "status", status: testStatus(null) });

  const sent = z.object({ items: z.array(z.unknown()) }).parse(await onAir.answer("setPlan"));
  await onAir.close();

  expect(sent.items.length * durationMs).toBeGreaterThan(11.5 * 3_600_000);
});

test("a closing server does not wait for an on-air that never acknowledges its plan", async () => {
  const closing = await startTestServer();
  const onAir = new TestOnAir(path.join(closing.dataDir, "on-air.sock"));
  await onAir.listen();
  closing.link.start();
  await onAir.next("hello");
  const hello = { kind: "hello", protocolVersion: 1, journalId: randomUUID() } as const;
  onAir.send({ ...hello, newestNumber: 0 }, { kind: "replayed" });
  await onAir.next("command", "setPlan");
  using timer = new TestAwakeTimer();

  await closing[Symbol.asyncDispose]();

  expect(timer.passedMs).toBeLessThan(ANSWER_LIMIT_MS);
  await onAir.close();
});
