import {
  clockTrialSchema,
  defaultRequestTurns,
  expectedPlaySchema,
  planReasonSchema,
  planSchema,
  trackSchema,
  type ClockSlot,
  type Plan,
} from "@neonrelay/contract";
import { randomUUID } from "node:crypto";
import path from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { startTestServer, type SignedInBrowser, type TestServer } from "../api/test-server.ts";
import { fillLibrary } from "../library/test-library.ts";
import { TestOnAir } from "../radio/test-on-air.ts";
import { testStatus } from "../radio/test-status.ts";

const HOUR_MS = 3_600_000;
const idSchema = z.object({ id: z.string() });
const expectedSchema = z.array(expectedPlaySchema);
const idsSchema = z.array(idSchema);

let server: TestServer;
let moderator: SignedInBrowser;
beforeAll(async () => {
  server = await startTestServer();
  await fillLibrary(server.database, 400);
  server.events.publish({ type: "library.changed" });
  moderator = await server.signIn("moderator");
  // Its hours begin half an hour off those of most zones.
  await server.settings.change(() => ({ timeZone: "Asia/Kolkata" }));
});
afterAll(() => server[Symbol.asyncDispose]());
afterEach(async () => {
  const shows = "/api/programme/shows";
  for (const list of ["/api/schedule/entries", shows, "/api/clocks", "/api/playlists"])
    for (const { id } of idsSchema.parse((await moderator.call("GET", list)).body))
      await moderator.call("DELETE", `${list}/${id}`);
  await planWith((plan) => plan.items.length === 0);
});

async function make(url: string, body: object): Promise<unknown> {
  const made = await moderator.call("POST", url, { body });
  expect([made.status, made.body]).toEqual([200, expect.anything()]);
  return made.body;
}

async function addPlaylist(body: object): Promise<string> {
  return idSchema.parse(await make("/api/playlists", { rule: { kinds: ["music"] }, ...body })).id;
}

/** Schedules a clock around the clock, from the day before yesterday on. */
async function scheduleClock(slots: readonly ClockSlot[]): Promise<string> {
  const body = { name: "Hour", color: "cyan", isFilled: true, slots };
  const { id } = idSchema.parse(await make("/api/clocks", body));
  const from = new Date(Date.now() - 48 * HOUR_MS).toISOString().slice(0, 10);
  await make("/api/schedule/entries", {
    what: { kind: "clock", clockId: id },
    startsAt: `${from}T00:00`,
    durationMinutes: 1440,
    repeat: "FREQ=DAILY",
    except: [],
    priority: 0,
  });
  return id;
}

function slot(content: ClockSlot["content"], start: ClockSlot["start"]): ClockSlot {
  return { id: randomUUID(), content, start, length: { kind: "rest" } };
}
const follow = { kind: "follow" } as const;
const exactAt = (second: number) => ({ kind: "exact", second, whileLive: "wait" }) as const;

async function loadPlan(): Promise<Plan> {
  return planSchema.parse((await server.call("GET", "/api/plan?limit=500")).body);
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

async function anyTrackId(): Promise<string> {
  const found = await server.call("GET", "/api/tracks?limit=1");
  return z.array(trackSchema).parse(found.body)[0]?.id ?? "";
}

test("[G13] the plan follows a scheduled clock: items name the clock and its slots, and exact items have their second", async () => {
  const playlistId = await addPlaylist({ name: "Off", turn: { kind: "off" } });
  const music = slot({ kind: "playlist", playlistId }, follow);
  const news = slot({ kind: "track", trackId: await anyTrackId() }, exactAt(1200));
  await scheduleClock([music, news, { ...music, id: randomUUID() }]);

  const { items } = await planWith((plan) => plan.items.some(({ clock }) => clock !== null));
  // The first one's time may come during the test.
  const exact = items.filter(({ slotId }) => slotId === news.id).slice(1);
  const why = await server.call("GET", `/api/plan/${exact[0]?.id}/why`);

  expect(items.every(({ clock }) => clock?.name === "Hour")).toBe(true);
  expect(exact.length).toBeGreaterThanOrEqual(9);
  for (const { startsAt, start } of exact) {
    expect(new Date(startsAt).toISOString().slice(14)).toBe("50:00.000Z");
    expect(start).toEqual({ kind: "exact", at: startsAt, whileLive: "wait" });
  }
  expect(planReasonSchema.parse(why.body)).toMatchObject({
    rule: "slot",
    clock: { name: "Hour" },
    slotId: news.id,
    sentence: expect.stringContaining("“Hour”"),
  });
});

test("[G12] an exact item keeps its id across plans, and is not planned again once it has begun", async () => {
  const music = slot({ kind: "content", contentKind: "music" }, follow);
  // on-air announces the start before it is heard.
  const kolkataMs = Date.now() + 5.5 * HOUR_MS;
  const second = (Math.floor(kolkataMs / 1000) + 300) % 3600;
  const news = slot({ kind: "track", trackId: await anyTrackId() }, exactAt(second));
  await scheduleClock(second === 0 ? [news, music] : [music, news, { ...music, id: randomUUID() }]);
  const ofNews = ({ items }: Plan) => items.filter(({ slotId }) => slotId === news.id);
  const before = ofNews(await planWith((plan) => ofNews(plan).length > 0));

  const { version } = await loadPlan();
  server.events.publish({ type: "playlists.changed" });
  const again = ofNews(await planWith((plan) => plan.version > version));
  const begun = again[0]?.id ?? "";
  server.events.publish({
    type: "play.started",
    isFromRotation: false,
    trackId: null,
    itemId: begun,
  });
  const after = ofNews(await planWith((plan) => ofNews(plan)[0]?.id !== begun));

  expect(again.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
  expect(after.map(({ start }) => start)).toEqual(before.slice(1).map(({ start }) => start));
});

/** A connected on-air that has not reported anything yet. */
async function connectOnAir(): Promise<TestOnAir> {
  const onAir = new TestOnAir(path.join(server.dataDir, "on-air.sock"));
  await onAir.listen();
  server.link.start();
  await onAir.next("hello");
  onAir.send({ kind: "hello", protocolVersion: 1, journalId: randomUUID(), newestNumber: 1 });
  return onAir;
}

/** Local date and time, in the schedule's form. */
function inKolkata(atMs: number): string {
  return new Date(atMs + 5.5 * HOUR_MS).toISOString().slice(0, "2027-03-01T18:00".length);
}

/** Schedules a live show of an hour over all clocks, five hours ahead. @returns its end */
async function scheduleLiveShow(): Promise<number> {
  const fallbackPlaylistId = await addPlaylist({ name: "Stand-in", turn: { kind: "off" } });
  const content = { kind: "live", fallbackPlaylistId };
  const show = idSchema.parse(await make("/api/programme/shows", { name: "Live", content }));
  const fromMs = (Math.floor(Date.now() / HOUR_MS) + 5) * HOUR_MS;
  await make("/api/schedule/entries", {
    what: { kind: "show", showId: show.id },
    startsAt: inKolkata(fromMs),
    durationMinutes: 60,
    priority: 5,
  });
  return fromMs + HOUR_MS;
}

test("on-air gets the second at which an item begins, how late it may be, and until when it stands in", async () => {
  const music = slot({ kind: "content", contentKind: "music" }, follow);
  const news = slot({ kind: "track", trackId: await anyTrackId() }, exactAt(1800));
  const requests = slot({ kind: "requests", playlistId: null }, follow);
  await scheduleClock([music, news, requests]);
  const liveUntilMs = await scheduleLiveShow();
  const { items } = await planWith(
    (plan) =>
      plan.items.some(({ clock }) => clock !== null) &&
      plan.items.some(({ show }) => show !== null),
  );
  // One hours away, so that its time does not come during the test.
  const exact = items.filter(({ slotId }) => slotId === news.id)[3];
  const onAir = await connectOnAir();
  onAir.send({ kind: "status", status: testStatus(null) });
  onAir.send({ kind: "replayed" });

  const sent = z
    .object({
      items: z.array(z.object({ trackId: z.string(), start: z.unknown(), requests: z.string() })),
    })
    .parse(await onAir.answer("setPlan"));
  await onAir.close();

  expect(sent.items.map(({ start }) => start)).toContainEqual({
    kind: "exact",
    fromMs: null,
    atMs: Date.parse(exact?.startsAt ?? ""),
    graceMs: 60_000,
    whileLive: "wait",
  });
  expect(new Set(sent.items.map((item) => item.requests))).toEqual(new Set(["before", "here"]));
  const starts = new Set(sent.items.map(({ start }) => JSON.stringify(start)));
  expect(starts).toContain(JSON.stringify(follow));
  expect(starts).toContain(JSON.stringify({ ...follow, untilMs: liveUntilMs }));
});

test("[G18] [G19] in a clock with a request slot, requests wait for it, while entries that an operator plays next do not", async () => {
  const playlistId = await addPlaylist({ name: "Music" });
  const music = slot({ kind: "playlist", playlistId }, follow);
  const requests = slot({ kind: "requests", playlistId: null }, follow);
  const three = { length: { kind: "tracks" as const, tracks: 3 } };
  await scheduleClock([
    { ...music, ...three },
    { ...requests, ...three },
    { ...music, id: randomUUID() },
  ]);
  await server.settings.change(() => ({ requestTurns: { place: "in-slots", mostPerHour: null } }));
  const wish = { trackId: await anyTrackId() };
  const queued = idSchema.parse((await server.call("POST", "/api/queue", { body: wish })).body);

  const { items } = await planWith((plan) => plan.items.some(({ request }) => request !== null));
  const expected = async () =>
    expectedSchema.parse((await server.call("GET", "/api/queue/expected")).body);
  const before = await expected();
  await moderator.call("POST", `/api/queue/${queued.id}/play-next`);
  const after = await expected();
  const late = await loadPlan();
  await server.settings.change(() => ({ requestTurns: defaultRequestTurns }));
  await moderator.call("DELETE", "/api/queue/clear");

  const taken = items.filter(({ request }) => request !== null);
  expect(taken.map(({ slotId, request }) => [slotId, request?.requestedBy])).toEqual([
    [requests.id, "Web User"],
  ]);
  expect(before).toMatchObject([
    { id: queued.id, waitsFor: { kind: "slot", clock: "Hour", show: null } },
  ]);
  expect(after).toMatchObject([{ id: queued.id, waitsFor: null }]);
  expect(late.items.every(({ request }) => request === null)).toBe(true);
});

test("[G18] the plan begins after a waiting request as the current clock allows, even if it ends in another clock", async () => {
  const requests = slot({ kind: "requests", playlistId: null }, follow);
  await scheduleClock([requests]);
  const music = slot({ kind: "content", contentKind: "music" }, follow);
  const clock = { name: "Now", color: "cyan", isFilled: false, slots: [music] };
  const now = idSchema.parse(await make("/api/clocks", clock));
  await make("/api/schedule/entries", {
    what: { kind: "clock", clockId: now.id },
    startsAt: inKolkata(Date.now() - HOUR_MS),
    durationMinutes: 360,
    priority: 5,
  });
  const onAir = await connectOnAir();
  onAir.send({ kind: "status", status: testStatus(null, Date.now()) }, { kind: "replayed" });
  await expect.poll(() => server.link.status).not.toBe(null);
  const wish = { trackId: await anyTrackId() };
  await server.call("POST", "/api/queue", { body: wish });
  const beginsInMs = async () =>
    Date.parse((await loadPlan()).items[0]?.startsAt ?? "") - Date.now();
  await planWith(({ items: [first] }) => first?.clock?.name === "Now");

  await expect.poll(beginsInMs, { interval: 250 }).toBeGreaterThan(60_000);
  await moderator.call("DELETE", "/api/queue/clear");
  await onAir.close();
});

test("[G10] a slot with an empty playlist is skipped, as the plan says", async () => {
  await addPlaylist({ name: "Music" });
  const empty = await addPlaylist({ name: "Empty", turn: { kind: "off" }, rule: null });
  await scheduleClock([slot({ kind: "playlist", playlistId: empty }, follow)]);

  const { items } = await planWith((plan) => plan.items.some(({ clock }) => clock !== null));

  expect(items.every(({ playlist }) => playlist?.name === "Music")).toBe(true);
  await expect
    .poll(notesOfPlan)
    .toEqual(
      expect.arrayContaining([
        "A slot of “Hour” has no track that can be played, so the next slot came.",
        "“Hour” has no slot for the rest of this time, so the station's playlists fill it.",
      ]),
    );
});

/** Notes of the first items; items of a plan remade in the meantime have no reason any more. */
async function notesOfPlan(): Promise<readonly string[]> {
  const { items } = await loadPlan();
  const reasons = await Promise.all(
    items.slice(0, 40).map(({ id }) => server.call("GET", `/api/plan/${id}/why`)),
  );
  return reasons.flatMap(({ status, body }) =>
    status === 200 ? planReasonSchema.parse(body).notes : [],
  );
}

test("[G16] a clock can be tried on an hour before it is saved", async () => {
  const music = slot({ kind: "content", contentKind: "music" }, follow);
  const empty = await addPlaylist({ name: "Empty", turn: { kind: "off" }, rule: null });
  const jingle = slot({ kind: "playlist", playlistId: empty }, exactAt(0));
  const at = new Date(Date.now() + 5 * HOUR_MS).toISOString();

  const tried = clockTrialSchema.parse(
    await make("/api/clocks/try", { clock: { isFilled: true, slots: [jingle, music] }, at }),
  );

  expect(tried.items[0]?.startsAt.slice(14)).toBe("30:00.000Z");
  expect(tried.items.every(({ slotId }) => slotId === music.id)).toBe(true);
  expect(Math.abs(tried.endsOffMs)).toBeLessThanOrEqual(10_000);
  expect(tried.problems).toContain(
    "A slot of “this clock” has no track that can be played, so the next slot came.",
  );
  expect((await loadPlan()).items).toEqual([]);
});

test("[T1] a change of time zone moves the plan's exact items to the same local times", async () => {
  const music = slot({ kind: "content", contentKind: "music" }, follow);
  const news = slot({ kind: "track", trackId: await anyTrackId() }, exactAt(1200));
  await scheduleClock([music, news, { ...music, id: randomUUID() }]);
  // The first one's time may come during the test.
  const ofNews = ({ items }: Plan) => items.filter(({ slotId }) => slotId === news.id).slice(1);
  const minutesIn = (plan: Plan) => new Set(ofNews(plan).map(({ startsAt }) => startsAt.slice(14)));
  await planWith((plan) => minutesIn(plan).has("50:00.000Z"));

  await server.settings.change(() => ({ timeZone: "UTC" }));
  const moved = await planWith((plan) => minutesIn(plan).has("20:00.000Z"));
  await server.settings.change(() => ({ timeZone: "Asia/Kolkata" }));
  const back = await planWith((plan) => minutesIn(plan).has("50:00.000Z"));

  expect([...minutesIn(moved)]).toEqual(["20:00.000Z"]);
  expect([...minutesIn(back)]).toEqual(["50:00.000Z"]);
});

test("[G16] a trial of an hour that has begun is refused in words", async () => {
  const music = slot({ kind: "content", contentKind: "music" }, follow);
  const refused = [];
  for (const at of [new Date(), new Date(Date.now() - 24 * HOUR_MS)])
    refused.push(
      await moderator.call("POST", "/api/clocks/try", {
        body: { clock: { isFilled: true, slots: [music] }, at: at.toISOString() },
      }),
    );

  const body = { error: "This hour has begun. Choose a later one", field: "at" };
  expect(refused).toMatchObject([
    { status: 400, body },
    { status: 400, body },
  ]);
});

test("on-air gets the window of an item, and an impossible window is refused", async () => {
  const music = slot({ kind: "content", contentKind: "music" }, follow);
  const within = (second: number, untilSecond: number) =>
    ({ kind: "window", second, untilSecond, whileLive: "interrupt" }) as const;
  const trackId = await anyTrackId();
  const news = slot({ kind: "track", trackId }, within(1200, 1500));
  const refused = [];
  for (const slots of [
    [slot({ kind: "track", trackId }, within(1200, 1200))],
    [news, slot({ kind: "track", trackId }, exactAt(1500))],
  ])
    refused.push(
      (await moderator.call("POST", "/api/clocks", { body: { name: "Bad", slots } })).status,
    );
  await scheduleClock([music, news, { ...music, id: randomUUID() }]);

  const { items } = await planWith((plan) => plan.items.some(({ clock }) => clock !== null));
  const planned = items.filter(({ slotId }) => slotId === news.id).slice(1);

  expect(refused).toEqual([400, 400]);
  expect(planned.length).toBeGreaterThanOrEqual(9);
  for (const { startsAt, start } of planned) {
    if (start.kind !== "window") throw new Error("it has no window");
    expect([start.from.slice(14), start.until.slice(14)]).toEqual(["50:00.000Z", "55:00.000Z"]);
    expect(Date.parse(startsAt)).toBeGreaterThanOrEqual(Date.parse(start.from));
    expect(Date.parse(startsAt)).toBeLessThanOrEqual(Date.parse(start.until));
  }
});
