import {
  clockSchema,
  planSchema,
  spotLogSchema,
  type Plan,
  type SpotLog,
} from "@neonrelay/contract";
import type { AiredPlay, OnAirEvent } from "@neonrelay/on-air/protocol";
import { eq } from "drizzle-orm";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { startTestServer, type SignedInBrowser, type TestServer } from "../api/test-server.ts";
import { tracks } from "../library/library-tables.ts";
import { fillLibrary } from "../library/test-library.ts";
import { byHand } from "../programme/plan-entry.ts";
import { replacedPlanItems } from "../programme/plan-tables.ts";
import { storeOnAirEvent } from "../radio/journal-actions.ts";

const HOUR_MS = 3_600_000;
const idSchema = z.object({ id: z.string() });
const journalId = randomUUID();

let server: TestServer;
let moderator: SignedInBrowser;
let number = 0;
/** Two spots of three minutes and one music track. */
let spots: readonly string[];
let music: string;
const slotId = randomUUID();
beforeAll(async () => {
  server = await startTestServer();
  const { connection } = server.database;
  await fillLibrary(server.database, 40);
  const rows = await connection.select({ id: tracks.id }).from(tracks).limit(3);
  const [first = "", second = "", third = ""] = rows.map(({ id }) => id);
  spots = [first, second];
  music = third;
  for (const [id, title] of [
    [first, "Spring sale"],
    [second, "=1+1"],
  ] as const)
    await connection
      .update(tracks)
      .set({ contentKind: "spot", title, artist: 'Shop "Corner"' })
      .where(eq(tracks.id, id));
  moderator = await server.signIn("moderator");
  await server.settings.change(() => ({ timeZone: "Asia/Kolkata" }));
  const made = await moderator.call("POST", "/api/playlists", {
    body: { name: "Spots", rule: { kinds: ["spot"] }, turn: { kind: "off" } },
  });
  const { id: playlistId } = idSchema.parse(made.body);
  const clock = clockSchema.parse(
    (
      await moderator.call("POST", "/api/clocks", {
        body: {
          name: "Hour",
          slots: [
            {
              id: randomUUID(),
              content: { kind: "content", contentKind: "music" },
              start: { kind: "follow" },
              length: { kind: "rest" },
            },
            {
              id: slotId,
              content: { kind: "break", playlistId, spots: 2 },
              start: { kind: "soft", second: 1800 },
              length: { kind: "rest" },
            },
          ],
        },
      })
    ).body,
  );
  const from = new Date(Date.now() - 48 * HOUR_MS).toISOString().slice(0, 10);
  await moderator.call("POST", "/api/schedule/entries", {
    body: {
      what: { kind: "clock", clockId: clock.id },
      startsAt: `${from}T00:00`,
      durationMinutes: 1440,
      repeat: "FREQ=DAILY",
    },
  });
  server.events.publish({ type: "library.changed" });
});
afterAll(() => server[Symbol.asyncDispose]());

/** The items of the break, once planned. */
async function plannedBreak(): Promise<Plan["items"]> {
  let items: Plan["items"] = [];
  await expect
    .poll(
      async () => {
        const plan = planSchema.parse((await server.call("GET", "/api/plan?limit=500")).body);
        items = plan.items.filter((item) => item.slotId === slotId);
        return items.length;
      },
      { interval: 250 },
    )
    .toBeGreaterThan(1);
  return items;
}

function playOf(trackId: string, more: Partial<AiredPlay> = {}): AiredPlay {
  return {
    playId: randomUUID(),
    kind: "library",
    sessionId: null,
    djName: null,
    trackId,
    entryId: null,
    itemId: null,
    requestedBy: null,
    title: trackId === spots[1] ? "=1+1" : "Spring sale",
    artist: 'Shop "Corner"',
    startMs: 1,
    audioStartMs: 1,
    startedAtMs: Date.now(),
    durationMs: 180_000,
    ...more,
  };
}

async function report(event: OnAirEvent, listeners: number | null = null): Promise<void> {
  number += 1;
  const { database, events } = server;
  await storeOnAirEvent(
    { database, events },
    { position: { journalId, number }, event, listeners },
  );
}

/** Plays it on air from its beginning. */
async function air(play: AiredPlay, playedMs: number, listeners?: number): Promise<string> {
  const { playId, startedAtMs } = play;
  await report({ type: "play.started", play }, listeners);
  const endedAtMs = startedAtMs + playedMs;
  const end = { reason: "finished", detail: null } as const;
  await report({ type: "play.ended", playId, endedAtMs, playedMs, ...end });
  return playId;
}

async function load(query = ""): Promise<SpotLog> {
  const { status, body } = await moderator.call("GET", `/api/spots${query}`);
  expect([status, body]).toEqual([200, expect.anything()]);
  return spotLogSchema.parse(body);
}

test("[X1][X2] a spot in a break is logged with its place, its times, how much was heard, and the listeners", async () => {
  const [planned] = await plannedBreak();
  const trackId = planned?.track.id ?? "";
  const nowMs = Date.now();
  const id = await air(
    playOf(trackId, { itemId: planned?.id ?? null, startedAtMs: nowMs }),
    180_990,
    112,
  );
  await air(playOf(music, { title: "A song", artist: "Someone" }), 180_990);

  const { airings, total, timeZone } = await load();

  expect([total, timeZone]).toEqual([1, "Asia/Kolkata"]);
  expect(airings).toEqual([
    expect.objectContaining({
      id,
      trackId,
      clock: { id: expect.any(String), name: "Hour" },
      slotNumber: 2,
      isBreak: true,
      plannedAt: planned?.start.kind === "soft" ? planned.start.from : "",
      airedAt: new Date(nowMs).toISOString(),
      outcome: "whole",
      listeners: 112,
    }),
  ]);
});

test("[X1][X2] spots outside breaks are logged too; cut and current ones are told apart, and late reports have no listeners", async () => {
  const [first = "", second = ""] = spots;
  const cut = await air(playOf(first, { startedAtMs: Date.now() - 60_000 }), 20_000, 112);
  const onAir = playOf(second);
  await report({ type: "play.started", play: onAir });

  const { airings } = await load();
  const of = (id: string) => airings.find((airing) => airing.id === id);

  expect(of(cut)).toMatchObject({
    outcome: "cut",
    playedMs: 20_000,
    isBreak: false,
    plannedAt: null,
    clock: null,
    listeners: null,
  });
  expect(of(onAir.playId)).toMatchObject({ outcome: "on-air", playedMs: null });
});

test("[X1][X2] a spot whose plan was remade keeps its place, and for a forgotten plan none is claimed", async () => {
  const { connection } = server.database;
  const [first = ""] = spots;
  const itemId = randomUUID();
  const reason = { ...byHand, rule: "break" as const };
  await connection
    .insert(replacedPlanItems)
    .values({ id: itemId, trackId: first, startsAtMs: Date.now(), reason });
  const kept = await air(playOf(first, { itemId }), 180_000);
  const forgotten = await air(playOf(first, { itemId: randomUUID() }), 180_000);

  const { airings } = await load();
  const of = (id: string) => airings.find((airing) => airing.id === id);

  expect(of(kept)).toMatchObject({ isBreak: true, plannedAt: expect.any(String) });
  expect(of(forgotten)).toMatchObject({ isBreak: null, plannedAt: null });
  const file = await fetch(`${server.origin}/api/spots.csv`, {
    headers: { cookie: moderator.cookie },
  });
  expect(await file.text()).toContain(",unknown,");
});

test("[X3] days are local, and airings are counted per spot; one spot can be selected", async () => {
  const [first = "", second = ""] = spots;
  // 23:59:59 and 00:00:01 local time in Kolkata.
  const midnightMs = Date.parse("2026-03-01T18:30:00Z");
  await air(playOf(first, { startedAtMs: midnightMs - 1000 }), 181_000);
  await air(playOf(first, { startedAtMs: midnightMs + 1000 }), 181_000);
  await air(playOf(first, { startedAtMs: midnightMs + 900_000 }), 2000);
  await air(playOf(second, { startedAtMs: midnightMs + 1_800_000 }), 181_000);

  const both = await load("?from=2026-03-01&to=2026-03-02");
  const next = await load(`?from=2026-03-02&to=2026-03-02&trackId=${first}&limit=1`);

  const day = { artist: 'Shop "Corner"' };
  expect(both.days).toEqual([
    { ...day, date: "2026-03-02", title: "=1+1", whole: 1, cut: 0 },
    { ...day, date: "2026-03-02", title: "Spring sale", whole: 1, cut: 1 },
    { ...day, date: "2026-03-01", title: "Spring sale", whole: 1, cut: 0 },
  ]);
  expect(both.total).toBe(4);
  expect([next.total, next.airings.length]).toEqual([2, 1]);
  expect(next.spots.map(({ title }) => title)).toEqual(["=1+1", "Spring sale"]);
});

test("[X3] airings and days are paged, and pages past the last are empty", async () => {
  const days = "?from=2026-03-01&to=2026-03-02";
  const all = await load(days);

  const middle = await load(`${days}&limit=2&offset=1&dayLimit=1&dayOffset=1`);
  const behind = await load(`${days}&offset=4&dayOffset=3`);

  expect(middle.airings).toEqual(all.airings.slice(1, 3));
  expect(middle.days).toEqual(all.days.slice(1, 2));
  expect([middle.total, middle.dayTotal, middle.spots]).toEqual([4, 3, all.spots]);
  expect([behind.airings, behind.days, behind.total, behind.dayTotal]).toEqual([[], [], 4, 3]);
});

test("[X3] the log can be downloaded as a table in which no title acts as a formula", async () => {
  const file = await fetch(`${server.origin}/api/spots.csv?from=2026-03-01&to=2026-03-02`, {
    headers: { cookie: moderator.cookie },
  });
  const text = await file.text();
  const lines = text.split("\r\n");

  expect(file.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  expect(file.headers.get("content-disposition")).toBe(
    'attachment; filename="spots-2026-03-01-2026-03-02.csv"',
  );
  expect(lines[1]).toBe(
    '2026-03-01,23:59:59,,Spring sale,"Shop ""Corner""",,,,no,180.0,181.0,whole,',
  );
  expect(lines[4]).toContain("'=1+1");
  expect(lines.length).toBe(6);
});

test("an invalid day is refused, and callers without the right to the programme can't see the log", async () => {
  const listener = await server.signIn("listener");
  const refusals = [];
  for (const query of [
    "?from=2026-02-30&to=2026-03-01",
    "?from=2026-03-02&to=2026-03-01",
    "?from=2024-01-01&to=2026-01-01",
    "?from=tomorrow",
  ])
    refusals.push((await moderator.call("GET", `/api/spots${query}`)).status);

  expect(refusals).toEqual([400, 400, 400, 400]);
  expect((await listener.call("GET", "/api/spots")).status).toBe(403);
});
