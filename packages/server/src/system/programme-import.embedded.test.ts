import {
  clockSchema,
  playlistSchema,
  playlistTrackSchema,
  programmeFilesCalls,
  programmeFileSchema,
  scheduleEntrySchema,
  showSchema,
  type ProgrammeFile,
} from "@neonrelay/contract";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { insertAccount } from "../accounts/account-store.ts";
import { startTestServer, type SignedInBrowser, type TestServer } from "../api/test-server.ts";
import { addTestTracks } from "../database/test-database.ts";

const parts = {
  "/api/playlists": z.array(playlistSchema),
  "/api/clocks": z.array(clockSchema),
  "/api/programme/shows": z.array(showSchema),
  "/api/schedule/entries": z.array(scheduleEntrySchema),
};
const idSchema = z.object({ id: z.string() });

interface Station {
  readonly server: TestServer;
  readonly admin: SignedInBrowser;
  readonly trackIds: readonly string[];
  readonly vega: string;
}

let from: Station;
let to: Station;
let file: ProgrammeFile;
beforeAll(async () => {
  from = await openStation("dj");
  to = await openStation("dj");
  await fill(from);
  await from.server.settings.change(() => ({ timeZone: "Europe/Berlin" }));
  file = await exported(from);
});
afterAll(async () => {
  await from?.server[Symbol.asyncDispose]();
  await to?.server[Symbol.asyncDispose]();
});

async function openStation(role: "dj" | "listener"): Promise<Station> {
  const server = await startTestServer();
  const trackIds = await addTestTracks(server.database, ["one", "two", "three"]);
  const id = randomUUID();
  const account = { id, username: "vega", role, passwordHash: null };
  await insertAccount(server.database.connection, account);
  const admin = await server.signIn("admin");
  await server.settings.change(() => ({ timeZone: "UTC" }));
  return { server, admin, trackIds, vega: id };
}

async function make({ admin }: Station, path: string, body: object): Promise<string> {
  const made = await admin.call("POST", path, { body });
  expect(made).toMatchObject({ status: 200 });
  return idSchema.parse(made.body).id;
}

async function fill(station: Station): Promise<void> {
  const { admin, trackIds, vega } = station;
  const [one, two] = trackIds;
  const playlistId = await make(station, "/api/playlists", { name: "Picked" });
  await admin.call("PUT", `/api/playlists/${playlistId}/tracks`, {
    // One track occurs twice.
    body: { trackIds: [two, one, two], version: 1 },
  });
  const spots = await make(station, "/api/playlists", { name: "Spots", rule: { kinds: ["spot"] } });
  const follow = { kind: "follow" };
  const clockId = await make(station, "/api/clocks", {
    name: "Hour",
    slots: [
      {
        id: randomUUID(),
        content: { kind: "track", trackId: one },
        start: { kind: "exact", second: 0, whileLive: "wait" },
        length: { kind: "tracks", tracks: 1 },
      },
      {
        id: randomUUID(),
        content: { kind: "break", playlistId: spots, spots: 2 },
        start: follow,
        length: { kind: "tracks", tracks: 1 },
      },
      {
        id: randomUUID(),
        content: { kind: "playlist", playlistId },
        start: follow,
        length: { kind: "rest" },
      },
    ],
  });
  const showId = await make(station, "/api/programme/shows", {
    name: "Night Flight",
    text: "Two hours",
    hostIds: [vega],
    content: { kind: "live", fallbackPlaylistId: playlistId },
    requests: { kind: "playlist", playlistId },
  });
  await make(station, "/api/schedule/holidays", {
    date: "2027-12-25",
    name: "Christmas Day",
    isYearly: true,
    day: { kind: "clock", clockId },
  });
  const entry = { startsAt: "2027-03-01T20:00", durationMinutes: 60 };
  await make(station, "/api/schedule/entries", {
    ...entry,
    what: { kind: "show", showId },
    repeat: "FREQ=WEEKLY;BYDAY=MO",
    except: ["2027-03-08"],
  });
  await make(station, "/api/schedule/entries", { ...entry, what: { kind: "clock", clockId } });
}

async function exported({ admin }: Station): Promise<ProgrammeFile> {
  const { status, body } = await admin.call("GET", "/api/programme/file");
  expect(status).toBe(200);
  return programmeFileSchema.parse(body);
}

async function importFile(browser: SignedInBrowser, body: object) {
  return await browser.call("POST", "/api/programme/file", { body });
}

async function changesOf(station: Station, body: object) {
  const answer = await importFile(station.admin, body);
  expect(answer).toMatchObject({ status: 200 });
  return programmeFilesCalls.importProgramme.response.parse(answer.body).changes;
}

/** Everything a programme consists of, with the station's ids. */
async function programmeOf({ admin, server }: Station) {
  const [playlists, clocks, shows, entries] = await Promise.all(
    Object.keys(parts).map(async (path) => (await admin.call("GET", path)).body),
  );
  return {
    timeZone: server.settings.current.timeZone,
    playlists: parts["/api/playlists"].parse(playlists),
    clocks: parts["/api/clocks"].parse(clocks),
    shows: parts["/api/programme/shows"].parse(shows),
    entries: parts["/api/schedule/entries"].parse(entries),
  };
}

test("unknown content from another version is skipped and named", async () => {
  const [show, ...others] = file.shows;
  const newer = { ...file, shows: [{ ...show, hologram: true }, ...others] };

  const answer = await importFile(to.admin, { file: newer, isDryRun: true });

  expect(answer).toMatchObject({ status: 200, body: { leftOut: ["shows.0.hologram"] } });
});

test("a programme is imported completely into an empty station, and a second import changes nothing", async () => {
  const empty = await programmeOf(to);

  const dry = await changesOf(to, { file, isDryRun: true });
  const afterDry = await programmeOf(to);
  const made = await changesOf(to, { file });
  const again = await changesOf(to, { file });

  const names = [
    "settings timeZone",
    "playlist Picked",
    "playlist Spots",
    "clock Hour",
    "show Night Flight",
    "entry Hour, 2027-03-01T20:00:00",
    "entry Night Flight, 2027-03-01T20:00:00",
    "holiday Christmas Day, 2027-12-25",
  ];
  expect(dry.map(({ what, name }) => `${what} ${name}`).toSorted()).toEqual(names.toSorted());
  expect(afterDry).toEqual(empty);
  expect(made).toEqual(dry);
  expect(again.map(({ change }) => change)).toEqual(Array(7).fill("unchanged"));
  const { timeZone, playlists, clocks, shows, entries } = await programmeOf(to);
  const [picked, spots] = playlists;
  const [clock] = clocks;
  const [show] = shows;
  expect(timeZone).toBe("Europe/Berlin");
  expect(picked).toMatchObject({ name: "Picked", trackCount: 3 });
  const { body } = await to.admin.call("GET", `/api/playlists/${picked?.id}/tracks`);
  const listed = z.array(playlistTrackSchema).parse(body);
  expect(listed.map(({ id }) => id)).toEqual([1, 0, 1].map((index) => to.trackIds[index]));
  expect(clock?.slots.map(({ content }) => content)).toEqual([
    { kind: "track", trackId: to.trackIds[0] },
    { kind: "break", playlistId: spots?.id, spots: 2 },
    { kind: "playlist", playlistId: picked?.id },
  ]);
  expect(show).toMatchObject({
    slug: "night-flight",
    hostIds: [to.vega],
    content: { kind: "live", fallbackPlaylistId: picked?.id },
    requests: { kind: "playlist", playlistId: picked?.id },
  });
  expect(entries.map(({ what }) => what)).toEqual(
    expect.arrayContaining([
      { kind: "show", showId: show?.id },
      { kind: "clock", clockId: clock?.id },
    ]),
  );
  const holidays = await to.admin.call("GET", "/api/schedule/holidays");
  expect(holidays.body).toMatchObject([
    { name: "Christmas Day", day: { kind: "clock", clockId: clock?.id } },
  ]);
  // The schedule in memory was updated as well.
  const week = await to.server.call(
    "GET",
    "/api/schedule?from=2027-03-01T00:00:00Z&to=2027-03-15T00:00:00Z",
  );
  expect(JSON.stringify(week.body)).toContain('"Night Flight"');
});

test("an import into a filled station updates parts of the same name and leaves the rest", async () => {
  await using server = await startTestServer();
  const station: Station = {
    server,
    trackIds: [],
    vega: "",
    admin: await server.signIn("admin"),
  };
  const clockId = await make(station, "/api/clocks", { name: "HOUR", color: "red", slots: [] });
  await make(station, "/api/clocks", { name: "Mine", slots: [] });
  await make(station, "/api/programme/shows", { name: "Night-Flight" });

  const changes = await changesOf(station, { file });

  const { clocks, shows } = await programmeOf(station);
  expect(changes.find(({ what }) => what === "clock")).toEqual({
    what: "clock",
    name: "Hour",
    change: "changed",
    leftOut: ["slot 1: not found in the library: Test Tones - one"],
  });
  expect(changes.find(({ what }) => what === "show")).toMatchObject({
    change: "made",
    leftOut: ["no account that may broadcast: vega"],
  });
  expect(clocks.map(({ name }) => name)).toEqual(["Hour", "Mine"]);
  expect(clocks[0]).toMatchObject({ id: clockId, color: "cyan", version: 2 });
  expect(clocks[0]?.slots).toHaveLength(2);
  expect(shows.map(({ name, slug }) => [name, slug])).toEqual([
    ["Night Flight", "night-flight-2"],
    ["Night-Flight", "night-flight"],
  ]);
});

const unknownId = randomUUID();
test.each<[string, (good: ProgrammeFile) => object, string]>([
  [
    "names a playlist that it does not have",
    (good) => ({ ...good, playlists: [] }),
    "the file has no playlist",
  ],
  [
    "puts something on that it does not have",
    (good) => ({
      ...good,
      entries: good.entries.map((entry) => ({
        ...entry,
        what: { kind: "show", showId: unknownId },
      })),
    }),
    `entries.0.what.showId: the file has no show ${unknownId}`,
  ],
  [
    "has a rule that can't be followed",
    (good) => ({
      ...good,
      entries: good.entries.map((entry) => ({ ...entry, repeat: "FREQ=HOURLY" })),
    }),
    "entries.0.repeat: FREQ must be",
  ],
  [
    "has two clocks of one name",
    (good) => ({
      ...good,
      clocks: [...good.clocks, { ...good.clocks[0], id: randomUUID(), name: "HOUR" }],
    }),
    "clocks.1.name: two clocks have the same name",
  ],
])("a file that %s is refused as a whole, in words", async (_case, spoil, words) => {
  await using server = await startTestServer();
  const admin = await server.signIn("admin");
  const station: Station = { server, admin, trackIds: [], vega: "" };
  const before = await programmeOf(station);

  const refused = await importFile(admin, { file: spoil(file) });

  expect(refused).toMatchObject({
    status: 409,
    body: { code: "conflict", error: expect.stringContaining(words) },
  });
  expect(await programmeOf(station)).toEqual(before);
});

test("a programme file may exceed the size limit of other calls", async () => {
  await using server = await startTestServer();
  const admin = await server.signIn("admin");
  const path = "x".repeat(8000);
  const tracks = Array.from({ length: 200 }, () => ({
    id: randomUUID(),
    path,
    artist: "Someone",
    title: "Nothing",
    durationMs: 1000,
  }));

  const taken = await importFile(admin, { file: { ...file, tracks: [...file.tracks, ...tracks] } });

  expect(taken.status).toBe(200);
});

test("the right to edit the programme is enough to import one, but not its settings", async () => {
  await using server = await startTestServer();
  const moderator = await server.signIn("moderator");
  const dj = await server.signIn("dj");

  const refused = await importFile(moderator, { file });
  const { timeZone } = server.settings.current;
  const { settings: _settings, ...without } = file;
  const taken = await importFile(moderator, { file: without });
  const byDj = await importFile(dj, { file: without });

  expect(refused).toMatchObject({
    status: 403,
    body: { error: expect.stringContaining("timeZone") },
  });
  expect(taken.status).toBe(200);
  expect(byDj.status).toBe(403);
  expect(server.settings.current.timeZone).toBe(timeZone);
});
