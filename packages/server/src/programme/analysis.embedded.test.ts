import {
  analysisSchema,
  comingDaySchema,
  type Analysis,
  type ClockSlot,
  type ComingDay,
} from "@neonrelay/contract";
import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { startTestServer, type SignedInBrowser, type TestServer } from "../api/test-server.ts";
import { plays } from "../history/play-tables.ts";
import { tracks as trackTable } from "../library/library-tables.ts";
import { fillLibrary } from "../library/test-library.ts";
import { addDays, localDateOf } from "../schedule/local-time-rules.ts";
import { byHand } from "./plan-entry.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const ZONE = "Asia/Kolkata";
/** Planning a week takes more than a moment on a busy machine. */
const LONG = { timeout: 240_000 };
const idSchema = z.object({ id: z.string() });

let server: TestServer;
let moderator: SignedInBrowser;
beforeAll(async () => {
  server = await startTestServer();
  await fillLibrary(server.database, 400);
  server.events.publish({ type: "library.changed" });
  moderator = await server.signIn("moderator");
  await server.settings.change(() => ({ timeZone: ZONE }));
});
afterAll(() => server[Symbol.asyncDispose]());
afterEach(async () => {
  await server.database.connection.delete(plays);
  for (const list of ["/api/schedule/entries", "/api/clocks", "/api/playlists"])
    for (const { id } of z.array(idSchema).parse((await moderator.call("GET", list)).body))
      await moderator.call("DELETE", `${list}/${id}`);
});

async function make(url: string, body: object): Promise<string> {
  const made = await moderator.call("POST", url, { body });
  expect([made.status, made.body]).toEqual([200, expect.anything()]);
  return idSchema.parse(made.body).id;
}

async function analyse(query: string): Promise<Analysis> {
  const { status, body } = await moderator.call("GET", `/api/programme/analysis?${query}`);
  expect(status).toBe(200);
  return analysisSchema.parse(body);
}

async function loadDay(date: string): Promise<ComingDay> {
  const { body } = await moderator.call("GET", `/api/programme/coming?date=${date}`);
  return comingDaySchema.parse(body);
}

const music = { name: "All music", rule: { kinds: ["music"] } };
const today = () => localDateOf(Date.now(), ZONE);

test(
  "[F6] the coming week is listed item by item, day by day, and continues past the end of the plan",
  LONG,
  async () => {
    await make("/api/playlists", music);

    // The plan is being made at the same time.
    await expect
      .poll(async () => (await loadDay(today())).items.some(({ isPlanned }) => isPlanned), LONG)
      .toBe(true);
    // Midnight may pass during the test.
    const days = [await loadDay(today())];
    for (const date of days[0]?.dates.slice(1) ?? []) days.push(await loadDay(date));
    const items = days.flatMap((day) => day.items);
    const begins = items.map(({ startsAt }) => Date.parse(startsAt));
    const gaps = begins.slice(1).map((atMs, index) => {
      const { startsAt, durationMs } = items[index] ?? { startsAt: "", durationMs: 0 };
      return atMs - Date.parse(startsAt) - durationMs;
    });

    expect(days.map(({ date, isWhole }) => [date, isWhole])).toEqual(
      days[0]?.dates.map((date) => [date, true]),
    );
    expect(
      days.every(({ items: own, date }) =>
        own.every(({ startsAt }) => localDateOf(Date.parse(startsAt), ZONE) === date),
      ),
    ).toBe(true);
    expect(Math.max(...gaps.map(Math.abs))).toBeLessThan(1000);
    expect(items[0]?.isPlanned).toBe(true);
    expect(items.at(-1)).toMatchObject({
      isPlanned: false,
      playlist: { name: "All music" },
      sentence: expect.stringContaining("“All music”"),
    });
    // 400 tracks of three minutes: at least six complete days of 480 tracks.
    expect(items.length).toBeGreaterThan(6 * 470);
    expect(
      (await moderator.call("GET", `/api/programme/coming?date=${addDays(today(), 7)}`)).status,
    ).toBe(400);
  },
);

test("[F5] a slot without tracks is reported before its hour, with its clock", LONG, async () => {
  const empty = await make("/api/playlists", { name: "Nothing", rule: { kinds: ["spot"] } });
  const slot = (content: ClockSlot["content"]): ClockSlot => ({
    id: randomUUID(),
    content,
    start: { kind: "follow" },
    length: { kind: "rest" },
  });
  const clock = await make("/api/clocks", {
    name: "Hour",
    isFilled: true,
    slots: [
      slot({ kind: "playlist", playlistId: empty }),
      slot({ kind: "content", contentKind: "music" }),
    ],
  });
  await make("/api/schedule/entries", {
    what: { kind: "clock", clockId: clock },
    startsAt: `${addDays(today(), -2)}T00:00`,
    durationMinutes: 1440,
    repeat: "FREQ=DAILY",
  });

  // The plan follows the schedule a moment later.
  await expect
    .poll(async () => (await analyse("span=coming")).problems[0], LONG)
    .toMatchObject({
      sentence: "A slot of “Hour” has no track that can be played, so the next slot came.",
      clock: { id: clock },
    });
  const { problems, never, neverCount, isWhole } = await analyse("span=coming");

  expect(problems[0]?.times).toBeGreaterThan(6 * 24);
  expect({ isWhole, never, neverCount }).toEqual({ isWhole: true, never: [], neverCount: 0 });
});

test(
  "[F1][F3][F4] plays are counted, and each separation is compared with its rule",
  LONG,
  async () => {
    const playlist = await make("/api/playlists", music);
    const [first, second, third] = await server.database.connection
      .select()
      .from(trackTable)
      .limit(3);
    if (first === undefined || second === undefined || third === undefined)
      throw new Error("no tracks");
    const nowMs = Date.now();
    const playAt = (hoursAgo: number, track: typeof first, notes: string[] = []) => ({
      id: randomUUID(),
      trackId: track.id,
      title: track.title,
      artist: track.artist,
      playlistId: playlist,
      planReason: { ...byHand, notes },
      startMs: 0,
      audioStartMs: 0,
      startedAtMs: nowMs - hoursAgo * HOUR_MS,
    });
    await server.database.connection
      .insert(plays)
      .values([
        playAt(20, first, ["The slot was empty."]),
        playAt(19.5, first),
        playAt(10, third),
        playAt(900, second),
      ]);

    const past = await analyse("span=past&weeks=2");
    const longer = await analyse("span=past&weeks=12");
    // Up to the time of the analysis, which runs after the coming week has been planned.
    const spanHours = (Date.parse(past.until ?? "") - Date.parse(past.from ?? "")) / HOUR_MS;

    expect(past).toMatchObject({ itemCount: 3, isWhole: true, neverCount: 398, timeZone: ZONE });
    expect(past.playlists).toMatchObject([
      { id: playlist, trackCount: 400, playedCount: 2, spins: 3, lowest: 0, highest: 2 },
    ]);
    expect(past.from).toBe(new Date(nowMs - 20 * HOUR_MS).toISOString());
    expect(spanHours).toBeGreaterThanOrEqual(20);
    expect(past.playlists[0]?.turnoverHours).toBeCloseTo((spanHours * 400) / 3, 6);
    expect(past.separation.title).toMatchObject({
      ruleMinutes: 120,
      shortest: [
        { name: first.title, minutes: 30, isTooShort: true, first: { trackId: first.id } },
      ],
    });
    expect(past.problems).toMatchObject([{ sentence: "The slot was empty.", times: 1 }]);
    expect(longer).toMatchObject({ itemCount: 4, neverCount: 397 });
  },
);
