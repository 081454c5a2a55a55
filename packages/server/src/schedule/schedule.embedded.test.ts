import {
  clockSchema,
  playlistSchema,
  scheduleCalls,
  scheduleEntrySchema,
  showSchema,
  type Clock,
  type ScheduleEntry,
  type Show,
} from "@neonrelay/contract";
import { mediaChildUrl } from "@neonrelay/on-air/media-jobs";
import { createLog } from "@neonrelay/process/log";
import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { addTestTracks } from "../database/test-database.ts";
import { startTestServer, type SignedInBrowser, type TestServer } from "../api/test-server.ts";
import { Schedule } from "./schedule.ts";
import { holidays, scheduleEntries, shows } from "./schedule-tables.ts";

const idsSchema = z.array(z.object({ id: z.string() }));

let server: TestServer;
let moderator: SignedInBrowser;
beforeAll(async () => {
  server = await startTestServer({}, { childUrl: mediaChildUrl });
  moderator = await server.signIn("moderator");
  await server.settings.change(() => ({ timeZone: "Europe/Berlin" }));
});
afterAll(() => server[Symbol.asyncDispose]());
afterEach(async () => {
  for (const path of ["/api/schedule/entries", "/api/programme/shows", "/api/clocks"])
    for (const { id } of idsSchema.parse((await moderator.call("GET", path)).body))
      await moderator.call("DELETE", `${path}/${id}`);
});

async function make(path: string, body: object): Promise<unknown> {
  const made = await moderator.call("POST", path, { body });
  expect(made).toMatchObject({ status: 200 });
  return made.body;
}

async function makeShow(body: object): Promise<Show> {
  return showSchema.parse(await make("/api/programme/shows", body));
}

async function makeClock(body: object): Promise<Clock> {
  return clockSchema.parse(await make("/api/clocks", { slots: [], ...body }));
}

async function makeEntry(body: object): Promise<ScheduleEntry> {
  return scheduleEntrySchema.parse(await make("/api/schedule/entries", body));
}

async function occurrences(from: string, to: string) {
  const { status, body } = await server.call("GET", `/api/schedule?from=${from}&to=${to}`);
  expect(status).toBe(200);
  return scheduleCalls.getSchedule.response.parse(body);
}

test("a show gets its address from its name and keeps it; names that fold alike are refused", async () => {
  const made = await makeShow({ name: "Café Ölé!" });
  const renamed = await moderator.call("PATCH", `/api/programme/shows/${made.id}`, {
    body: { version: 1, name: "Tea time" },
  });
  const other = await makeShow({ name: "Cafe Ole" });
  const taken = await moderator.call("POST", "/api/programme/shows", {
    body: { name: " TEA  time" },
  });
  const placeTaken = await moderator.call("PATCH", `/api/programme/shows/${other.id}`, {
    body: { version: 1, slug: "cafe-ole" },
  });
  const moved = await moderator.call("PATCH", `/api/programme/shows/${other.id}`, {
    body: { version: 1, slug: "coffee" },
  });

  expect([made.slug, showSchema.parse(renamed.body).slug, other.slug]).toEqual([
    "cafe-ole",
    "cafe-ole",
    "cafe-ole-2",
  ]);
  expect(taken).toMatchObject({ status: 409, body: { code: "name_taken", field: "name" } });
  expect(placeTaken).toMatchObject({ status: 409, body: { code: "name_taken", field: "slug" } });
  expect(moved).toMatchObject({ status: 200, body: { slug: "coffee", version: 2 } });
});

test("[T6] a host changes only the text and the picture of their own show", async () => {
  const host = await server.signIn("dj");
  const stranger = await server.signIn("dj");
  const show = await makeShow({ name: "Night Flight", hostIds: [host.account?.id] });
  const path = `/api/programme/shows/${show.id}`;

  const text = await host.call("PATCH", path, { body: { version: 1, text: "Above\nthe clouds" } });
  const name = await host.call("PATCH", path, { body: { version: 2, name: "Mine" } });
  const theirs = await stranger.call("PATCH", path, { body: { version: 2, text: "Ha" } });
  const seen = await server.call("GET", "/api/shows/night-flight");

  expect(text).toMatchObject({ status: 200, body: { text: "Above\nthe clouds" } });
  expect([name, theirs]).toMatchObject([
    { status: 403, body: { code: "not_allowed" } },
    { status: 403, body: { code: "not_allowed" } },
  ]);
  expect(seen).toMatchObject({
    status: 200,
    body: { hosts: [host.account?.username], text: "Above\nthe clouds", dates: [] },
  });
});

test("[T4] a clock in use can't be removed, and its uses are named", async () => {
  const clock = await makeClock({ name: "Day" });
  const show = await makeShow({ name: "Morning", content: { kind: "clock", clockId: clock.id } });
  const used = await moderator.call("DELETE", `/api/clocks/${clock.id}`);
  await moderator.call("DELETE", `/api/programme/shows/${show.id}`);
  const unused = await moderator.call("DELETE", `/api/clocks/${clock.id}`);

  expect(used).toMatchObject({
    status: 409,
    body: { error: expect.stringContaining("“Morning”") },
  });
  expect(unused.status).toBe(200);
});

test("a change based on a version that another operator has since changed is refused", async () => {
  const clock = await makeClock({ name: "Day" });
  const entry = await makeEntry({
    what: { kind: "clock", clockId: clock.id },
    startsAt: "2027-03-01T10:00",
    durationMinutes: 60,
  });
  const show = await makeShow({ name: "Late" });
  for (const path of [
    `/api/clocks/${clock.id}`,
    `/api/schedule/entries/${entry.id}`,
    `/api/programme/shows/${show.id}`,
  ]) {
    const body = path.includes("entries") ? { priority: 1 } : { color: "red" };

    const first = await moderator.call("PATCH", path, { body: { ...body, version: 1 } });
    const second = await moderator.call("PATCH", path, { body: { ...body, version: 1 } });

    expect([first.status, second.status]).toEqual([200, 409]);
  }
});

test("the schedule lists occurrences in its time zone, across a change of the clocks, with overlaps", async () => {
  const show = await makeShow({
    name: "Evening",
    content: { kind: "live", fallbackPlaylistId: null },
  });
  const clock = await makeClock({ name: "Special" });
  const weekly = await makeEntry({
    what: { kind: "show", showId: show.id },
    startsAt: "2027-03-22T20:00",
    durationMinutes: 120,
    repeat: "FREQ=WEEKLY;BYDAY=MO",
  });
  await makeEntry({
    what: { kind: "clock", clockId: clock.id },
    startsAt: "2027-03-29T21:00",
    durationMinutes: 60,
  });

  const { timeZone, occurrences: found } = await occurrences(
    "2027-03-22T00:00:00Z",
    "2027-04-01T00:00:00Z",
  );

  expect(timeZone).toBe("Europe/Berlin");
  expect(found).toMatchObject([
    { entryId: weekly.id, startsAt: "2027-03-22T19:00:00.000Z", covered: "no", isLive: true },
    {
      date: "2027-03-29",
      startsAt: "2027-03-29T18:00:00.000Z",
      endsAt: "2027-03-29T20:00:00.000Z",
      covered: "partly",
      coveredBy: "Special",
      show: { name: "Evening", slug: "evening" },
    },
    { startsAt: "2027-03-29T19:00:00.000Z", covered: "no", clock: { name: "Special" } },
  ]);
});

test("[T4] removing a show removes its entries", async () => {
  const show = await makeShow({ name: "Short-lived" });
  await makeEntry({
    what: { kind: "show", showId: show.id },
    startsAt: "2027-03-01T10:00",
    durationMinutes: 60,
  });

  await moderator.call("DELETE", `/api/programme/shows/${show.id}`);

  expect((await moderator.call("GET", "/api/schedule/entries")).body).toEqual([]);
});

test("one date of an entry is moved, another is cancelled, and a week is copied", async () => {
  const clock = await makeClock({ name: "Day" });
  const entry = await makeEntry({
    what: { kind: "clock", clockId: clock.id },
    startsAt: "2027-03-01T10:00",
    durationMinutes: 60,
    repeat: "FREQ=DAILY",
  });
  const path = `/api/schedule/entries/${entry.id}/occurrences`;

  const moved = await moderator.call("POST", `${path}/2027-03-02`, {
    body: { startsAt: "2027-03-02T12:00", version: 1 },
  });
  await moderator.call("POST", `${path}/2027-03-03`, { body: { isCancelled: true, version: 2 } });
  const never = await moderator.call("POST", `${path}/2027-02-03`, {
    body: { isCancelled: true, version: 3 },
  });
  await moderator.call("PATCH", `/api/schedule/entries/${entry.id}`, {
    body: { repeat: "FREQ=DAILY;COUNT=5", version: 3 },
  });
  const copied = await moderator.call("POST", "/api/schedule/copy-week", {
    body: { from: "2027-03-01", to: "2027-03-29" },
  });
  const { occurrences: found } = await occurrences("2027-02-28T23:00:00Z", "2027-04-04T22:00:00Z");

  expect(moved.status).toBe(200);
  expect(never).toMatchObject({ status: 400, body: { field: "date" } });
  expect(copied).toMatchObject({ status: 200, body: { copied: 4 } });
  expect(found.map(({ startsAt }) => startsAt)).toEqual([
    "2027-03-01T09:00:00.000Z",
    "2027-03-02T11:00:00.000Z",
    "2027-03-04T09:00:00.000Z",
    "2027-03-05T09:00:00.000Z",
    "2027-03-29T08:00:00.000Z",
    "2027-03-30T10:00:00.000Z",
    "2027-04-01T08:00:00.000Z",
    "2027-04-02T08:00:00.000Z",
  ]);
});

test.each([
  ["a show that is not there", { what: { kind: "show", showId: randomUUID() } }, 404, "what"],
  ["a day that is not there", { startsAt: "2027-02-30T10:00" }, 400, "startsAt"],
  ["a rule that is too dense", { repeat: "FREQ=SECONDLY" }, 400, "repeat"],
  ["a rule with other parts", { repeat: "FREQ=DAILY;BYHOUR=1,2,3" }, 400, "repeat"],
  ["an exception on no day", { except: ["2027-13-01"] }, 400, "except"],
  ["a length of two days", { durationMinutes: 2880 }, 400, "durationMinutes"],
])("an entry with %s is refused", async (_what, change, status, field) => {
  const show = await makeShow({ name: "Any" });
  const good = {
    what: { kind: "show", showId: show.id },
    startsAt: "2027-03-01T10:00",
    durationMinutes: 60,
  };

  const answer = await moderator.call("POST", "/api/schedule/entries", {
    body: { ...good, ...change },
  });

  expect(answer).toMatchObject({ status, body: { field } });
});

test.each([
  ["2027-03-02T00:00:00Z", "2027-03-01T00:00:00Z"],
  ["2027-03-01T00:00:00Z", "2027-04-06T00:00:00Z"],
])("a span from %s to %s is refused", async (from, to) => {
  const answer = await server.call("GET", `/api/schedule?from=${from}&to=${to}`);

  expect(answer).toMatchObject({ status: 400, body: { field: "to" } });
});

test("the station announces what is on, and again when another show begins", async () => {
  const told: unknown[] = [];
  const end = server.events.subscribe((event) => {
    if (event.type === "show.changed") told.push(event.now?.show?.name ?? null);
  });
  await server.settings.change(() => ({ timeZone: "UTC" }));
  const show = await makeShow({ name: "Now" });
  const nowMs = Date.now();
  await makeEntry({
    what: { kind: "show", showId: show.id },
    startsAt: new Date(nowMs - 600_000).toISOString().slice(0, 16),
    durationMinutes: 60,
  });

  const { body } = await server.call("GET", "/api/schedule/now");
  await moderator.call("DELETE", `/api/programme/shows/${show.id}`);
  const after = await server.call("GET", "/api/schedule/now");
  await server.settings.change(() => ({ timeZone: "Europe/Berlin" }));
  end();

  expect(body).toMatchObject({ now: { show: { name: "Now" } }, next: null });
  expect(after.body).toEqual({ now: null, next: null });
  expect(told).toEqual(["Now", null]);
});

test("[T5] a show closes requests or accepts only tracks of its playlist, and the refusal names it", async () => {
  await server.settings.change(() => ({ timeZone: "UTC" }));
  const [inside, outside] = await addTestTracks(server.database, ["inside", "outside"]);
  const made = await moderator.call("POST", "/api/playlists", { body: { name: "Evening drive" } });
  const playlist = playlistSchema.parse(made.body);
  await moderator.call("PUT", `/api/playlists/${playlist.id}/tracks`, {
    body: { trackIds: [inside], version: playlist.version },
  });
  const show = await makeShow({ name: "Night Flight", requests: { kind: "closed" } });
  await makeEntry({
    what: { kind: "show", showId: show.id },
    startsAt: new Date(Date.now() - 600_000).toISOString().slice(0, 16),
    durationMinutes: 60,
  });
  const request = (trackId: string | undefined) =>
    server.guest().call("POST", "/api/queue", { body: { trackId } });

  const closed = await request(inside);
  await moderator.call("PATCH", `/api/programme/shows/${show.id}`, {
    body: { version: 1, requests: { kind: "playlist", playlistId: playlist.id } },
  });
  const other = await request(outside);
  const own = await request(inside);
  await server.settings.change(() => ({ timeZone: "Europe/Berlin" }));

  expect(closed).toMatchObject({
    status: 409,
    body: {
      code: "conflict",
      error: expect.stringMatching(/^Requests are closed during Night Flight, until \d\d:\d\d$/),
    },
  });
  expect(other).toMatchObject({
    status: 409,
    body: { error: expect.stringMatching(/^During Night Flight.*“Evening drive” only$/) },
  });
  expect(own.status).toBe(200);
});

test("[T7] calendars subscribe to the schedule and to a show; an unchanged feed is not sent twice", async () => {
  const show = await makeShow({ name: "Night; Flight, ünlimited" });
  const other = await makeShow({ name: "Other" });
  const soon = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  for (const { id } of [show, other])
    await makeEntry({
      what: { kind: "show", showId: id },
      startsAt: `${soon}T${id === show.id ? "10" : "12"}:00`,
      durationMinutes: 60,
      repeat: "FREQ=WEEKLY",
    });
  const read = async (path: string, headers = {}) => {
    const response = await fetch(`${server.origin}${path}`, { headers });
    return { response, text: await response.text() };
  };
  const uidsOf = (text: string) => [...text.matchAll(/^UID:(\S+)/gm)].map(([, uid]) => uid);

  const all = await read("/api/schedule.ics");
  const one = await read(`/api/shows/${show.slug}.ics`);
  const etag = one.response.headers.get("etag") ?? "";
  const same = await read(`/api/shows/${show.slug}.ics`, { "if-none-match": etag });
  const none = await read("/api/shows/nothing.ics");

  expect(all.response.headers.get("content-type")).toBe("text/calendar; charset=utf-8");
  expect(all.text).toContain("SUMMARY:Night\\; Flight\\, ünlimited");
  expect(uidsOf(all.text)).toHaveLength(16);
  expect(uidsOf(one.text)).toHaveLength(8);
  expect(uidsOf(all.text)).toEqual(expect.arrayContaining(uidsOf(one.text)));
  expect([same.response.status, same.text, none.response.status]).toEqual([304, "", 404]);
});

test("[T7] the schedule picks up a host's new name, and ignores anyone else's", async () => {
  const host = await server.signIn("dj");
  const listener = await server.signIn("listener");
  const show = await makeShow({ name: "Named", hostIds: [host.account?.id] });
  const hosts = async () => {
    const { body } = await server.call("GET", `/api/shows/${show.slug}`);
    return z.object({ hosts: z.array(z.string()) }).parse(body).hosts;
  };
  let changes = 0;
  const end = server.events.subscribe(
    ({ type }) => void (changes += Number(type === "schedule.changed")),
  );

  const rename = (browser: SignedInBrowser, name: string) =>
    browser.call("PUT", "/api/users/name", { body: { name } });
  expect((await rename(listener, "Someone Else")).status).toBe(200);
  for (const name of ["One", "Two", "Three"]) await rename(host, name);
  await expect.poll(hosts).toEqual(["Three"]);
  end();

  expect(changes).toBeGreaterThan(0);
  expect(changes).toBeLessThan(4);
});

test("what is coming is calculated once a minute and after each change, however many ask", async () => {
  const { database, events, settings } = server;
  const log = createLog({ part: "test", level: "silent" });
  const show = await makeShow({ name: "Kept" });
  const { id } = await makeEntry({
    what: { kind: "show", showId: show.id },
    startsAt: new Date(Date.now() + 86_400_000).toISOString().slice(0, 16),
    durationMinutes: 60,
  });
  const schedule = await Schedule.load({ database, events, settings, log });
  const nowMs = Math.ceil(Date.now() / 60_000) * 60_000;
  const coming = (atMs: number) => schedule.coming(atMs, 7 * 86_400_000);

  const [first] = coming(nowMs);
  const [again] = coming(nowMs + 59_000);
  const [later] = coming(nowMs + 60_000);
  await moderator.call("DELETE", `/api/schedule/entries/${id}`);
  await schedule.reload();

  expect(again).toBe(first);
  expect(later).not.toBe(first);
  expect(later).toEqual(first);
  expect(first?.occurrence.show?.name).toBe("Kept");
  expect(coming(nowMs + 61_000)).toEqual([]);
  await schedule.close();
});

test("[T7] a removed account is no longer a host, effective at once", async () => {
  const host = await server.signIn("dj");
  const show = await makeShow({ name: "Left Alone", hostIds: [host.account?.id] });
  const hosts = async () => {
    const { body } = await server.call("GET", `/api/shows/${show.slug}`);
    return z.object({ hosts: z.array(z.unknown()) }).parse(body).hosts.length;
  };
  await expect.poll(hosts).toBe(1);
  const admin = await server.signIn("super_admin");

  await admin.call("DELETE", `/api/users/${host.account?.id}`);

  await expect.poll(hosts).toBe(0);
});

test("[T7] a calendar event carries the time of the last change to the schedule, its show, its hosts or the time zone", async () => {
  const agoMs = Date.UTC(2025, 0, 2, 3, 4, 5);
  const { connection } = server.database;
  const age = async () => {
    const changedAt = new Date(agoMs);
    for (const table of [shows, holidays]) await connection.update(table).set({ changedAt });
    await connection.update(scheduleEntries).set({ changedAt, createdAt: changedAt });
    await server.schedule.reload();
  };
  const readFirst = async ({ slug }: Show) => {
    const text = await (await fetch(`${server.origin}/api/shows/${slug}.ics`)).text();
    const valueOf = (name: string) => new RegExp(`^${name}:(\\S+)`, "m").exec(text)?.[1];
    const names = ["DTSTAMP", "LAST-MODIFIED", "SEQUENCE"];
    return Object.fromEntries(names.map((name) => [name, valueOf(name)]));
  };
  const stamped = async () =>
    await expect.poll(async () => (await readFirst(show)).SEQUENCE).not.toBe("0");
  const host = await server.signIn("dj");
  const show = await makeShow({ name: "Stamped", hostIds: [host.account?.id] });
  const other = await makeShow({ name: "Stamped too" });
  const [date = ""] = new Date(Date.now() + 86_400_000).toISOString().split("T");
  const entryOf = async ({ id }: Show, time: string) =>
    await makeEntry({
      what: { kind: "show", showId: id },
      startsAt: `${date}T${time}`,
      durationMinutes: 60,
    });
  await entryOf(show, "10:00");
  const entry = await entryOf(other, "12:00");
  const third = await entryOf(other, "14:00");
  const old = {
    DTSTAMP: "20250102T030405Z",
    "LAST-MODIFIED": "20250102T030405Z",
    SEQUENCE: "0",
  };
  const stampsNow = async () => [await readFirst(show), await readFirst(other)];

  await age();
  const before = await stampsNow();
  await moderator.call("PATCH", `/api/programme/shows/${show.id}`, {
    body: { version: 1, name: "Stamped again" },
  });
  const renamed = await stampsNow();
  await age();
  await moderator.call("PATCH", `/api/schedule/entries/${entry.id}`, {
    body: { version: 1, durationMinutes: 30 },
  });
  const moved = await stampsNow();
  await age();
  await moderator.call("DELETE", `/api/schedule/entries/${third.id}`);
  const removed = await stampsNow();
  await age();
  await server.settings.change(() => ({ timeZone: "Asia/Tokyo" }));
  await stamped();
  const inAnotherZone = await stampsNow();
  await age();
  await host.call("PUT", "/api/users/name", { body: { name: "Vega of the Night" } });
  await stamped();
  const withAnotherName = await stampsNow();
  await server.settings.change(() => ({ timeZone: "Europe/Berlin" }));

  expect(before).toEqual([old, old]);
  expect(renamed[1]).toEqual(old);
  const [own] = renamed;
  const [hosted, unhosted] = withAnotherName;
  expect(unhosted).toEqual(old);
  for (const changed of [own, ...moved, ...removed, ...inAnotherZone, hosted]) {
    expect(changed?.DTSTAMP).toMatch(/^20(2[6-9]|[3-8]\d)\d{4}T\d{6}Z$/);
    expect(changed?.["LAST-MODIFIED"]).toBe(changed?.DTSTAMP);
    expect(Number(changed?.SEQUENCE)).toBeGreaterThan(0);
  }
});

const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

async function sendPicture(id: string, image: Buffer, browser = moderator) {
  const form = new FormData();
  form.set("picture", new Blob([Uint8Array.from(image)]), "picture.png");
  return await fetch(`${server.origin}/api/shows/${id}/picture`, {
    method: "PUT",
    body: form,
    headers: { cookie: browser.cookie, origin: server.origin },
  });
}

test("the picture of a show is set by its host, cached by browsers, and removed", async () => {
  const host = await server.signIn("dj");
  const show = await makeShow({ name: "Pictured", hostIds: [host.account?.id] });
  const set = await sendPicture(show.id, png, host);
  const { pictureUrl } = showSchema.parse(await set.json());

  const image = await fetch(`${server.origin}${pictureUrl}`);
  const again = await fetch(`${server.origin}${pictureUrl}`, {
    headers: { "if-none-match": image.headers.get("etag") ?? "" },
  });
  const text = await sendPicture(show.id, Buffer.from("<svg/>"));
  const damaged = await sendPicture(show.id, png.subarray(0, 40));
  const large = await sendPicture(show.id, Buffer.concat([png, Buffer.alloc(1024 * 1024)]));
  const stranger = await sendPicture(show.id, png, await server.signIn("dj"));
  await moderator.call("DELETE", `/api/shows/${show.id}/picture`);
  const gone = await server.call("GET", `/api/shows/${show.id}/picture`);

  const bytes = Buffer.from(await image.arrayBuffer());
  expect([bytes.subarray(0, 4).toString(), bytes.subarray(8, 12).toString()]).toEqual([
    "RIFF",
    "WEBP",
  ]);
  expect(image.headers.get("content-type")).toBe("image/webp");
  expect(image.headers.get("cache-control")).toContain("immutable");
  const statuses = [again, text, damaged, large, stranger, gone].map(({ status }) => status);
  expect(statuses).toEqual([304, 422, 422, 413, 403, 404]);
});

test("a playlist used by clocks or shows is not removed, and the refusal names them", async () => {
  const { id } = idsSchema.element.parse(await make("/api/playlists", { name: "Used" }));
  const clock = await makeClock({
    name: "Evening hour",
    slots: [
      {
        id: randomUUID(),
        content: { kind: "break", playlistId: id, spots: 2 },
        start: { kind: "follow" },
        length: { kind: "tracks", tracks: 1 },
      },
    ],
  });
  const fallback = { kind: "live", fallbackPlaylistId: id };
  const show = await makeShow({ name: "Night Flight", content: fallback });

  const refused = await moderator.call("DELETE", `/api/playlists/${id}`);
  await moderator.call("DELETE", `/api/clocks/${clock.id}`);
  await moderator.call("DELETE", `/api/programme/shows/${show.id}`);
  const removed = await moderator.call("DELETE", `/api/playlists/${id}`);

  expect(refused).toMatchObject({
    status: 409,
    body: {
      code: "conflict",
      error:
        "This playlist is used by the clock “Evening hour”, the show “Night Flight”: change that first",
    },
  });
  expect(removed.status).toBe(200);
});
