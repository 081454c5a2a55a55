import * as contract from "@neonrelay/contract";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { favourites } from "../favourites/favourite-tables.ts";
import { incomingFiles } from "../incoming/incoming-tables.ts";
import { tracks } from "../library/library-tables.ts";
import { fillLibrary } from "../library/test-library.ts";
import { musicSources } from "../music-sources/music-source-tables.ts";
import { streamOutputs } from "../outputs/output-tables.ts";
import { playlists } from "../playlists/playlist-tables.ts";
import { queueItems } from "../queue/queue-tables.ts";
import { clocks, holidays, scheduleEntries, shows } from "../schedule/schedule-tables.ts";
import { uploadBounds } from "../uploads/admission-rules.ts";
import { startTestServer, type SignedInBrowser, type TestServer } from "./test-server.ts";

/** Simultaneous calls, and free places for them. More would only wait for one another, on a slow disk too long. */
const AT_ONCE = 12;
const FREE = 2;

/**
 * What each limit of the contract counts:
 * - rows: created one call at a time; tried below with simultaneous calls
 * - given: contained in a single call, counted by its schema or rule
 * - newest: rows of which the oldest are dropped
 * - shown: maximum in an answer
 */
const limits: Readonly<Record<string, "rows" | "given" | "newest" | "shown">> = {
  FAVOURITE_LIMIT: "rows",
  MAX_CLOCKS: "rows",
  MAX_HOLIDAYS: "rows",
  MAX_MUSIC_SOURCES: "rows",
  MAX_OUTPUTS: "rows",
  MAX_PLAYLISTS: "rows",
  MAX_SCHEDULE_ENTRIES: "rows",
  MAX_SHOWS: "rows",
  QUEUE_LIMIT: "rows",
  CHAT_MESSAGE_LIMIT: "given",
  COMMENT_LIMIT: "given",
  MAX_ARTISTS: "given",
  MAX_ATTENDED: "given",
  MAX_CLOCK_SLOTS: "given",
  MAX_EDITED_TRACKS: "given",
  MAX_KIND_RULES: "given",
  MAX_MERGED_TRACKS: "given",
  MAX_OLD_ADDRESSES: "given",
  MAX_OWN_TAGS: "given",
  MAX_PAST_WEEKS: "given",
  MAX_PLAYLIST_TRACKS: "given",
  MAX_PRIVATE_HOSTS: "given",
  MAX_RELAYS: "given",
  MAX_SHOW_HOSTS: "given",
  MAX_MERGES: "newest",
  MAX_REPORTS: "newest",
  MAX_TRACK_EDITS: "newest",
  CHAT_LIST_LIMIT: "shown",
  CHAT_STATUS_LIMIT: "shown",
  COMMENT_LIST_LIMIT: "shown",
  CONSOLE_ROW_LIMIT: "shown",
  IRC_USERS_LIMIT: "shown",
  MAX_ANALYSIS_ROWS: "shown",
  MAX_INCOMPLETE_TRACKS: "shown",
  MAX_LISTED_USES: "shown",
  MAX_PREVIEWED_TRACKS: "shown",
  MAX_VISITOR_FOUND: "shown",
  MAX_VISITOR_MATCHES: "shown",
  MAX_VISITOR_OFFSET: "given",
  REPLY_LIST_LIMIT: "shown",
};

let server: TestServer;
let admin: SignedInBrowser;
let trackIds: readonly string[];
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.signIn("super_admin");
  await fillLibrary(server.database, contract.FAVOURITE_LIMIT + AT_ONCE);
  trackIds = (await server.database.connection.select({ id: tracks.id }).from(tracks)).map(
    ({ id }) => id,
  );
});
afterAll(() => server[Symbol.asyncDispose]());

test("every limit of the contract has its kind here, and limits on rows are tried", () => {
  const names = Object.entries(contract).flatMap(([name, value]) =>
    typeof value === "number" && /^MAX_|_LIMIT$/.test(name) && !isMeasure(name) ? [name] : [],
  );
  const rows = Object.keys(limits).filter((name) => limits[name] === "rows");

  expect(Object.keys(limits).sort()).toEqual(names.toSorted());
  expect(["MAX_PLAYLISTS", ...attempts.map(({ name }) => name)].sort()).toEqual(rows.toSorted());
});

const isMeasure = (name: string): boolean => /_(?:BYTES|CHARACTERS|DAYS|MEGABYTES|MS)$/.test(name);

interface Attempt {
  readonly name: string;
  readonly limit: number;
  readonly fill: (count: number) => Promise<unknown>;
  readonly call: (number: number) => readonly [method: string, path: string, body?: object];
  readonly count: () => Promise<number>;
}

const numbersTo = (count: number): readonly number[] =>
  Array.from({ length: count }, (_, number) => number);

function named(number: number) {
  const name = `row ${number}`;
  return { id: randomUUID(), name, nameKey: name };
}

const turns = { kind: "turns" } as const;
const usual = { kind: "usual" } as const;
const output = {
  codec: "mp3",
  host: "192.0.2.1",
  port: 8000,
  username: "source",
  password: "hackme",
  isPublic: false,
  isEnabled: false,
} as const;
const source = {
  url: "https://192.0.2.1",
  signIn: "password",
  password: "secret",
  isPrivateAllowed: false,
  everyMinutes: 60,
  cacheMegabytes: 100,
  isEnabled: false,
} as const;
const clockId = randomUUID();

const attempts: readonly Attempt[] = [
  {
    name: "MAX_CLOCKS",
    limit: contract.MAX_CLOCKS,
    fill: (count) =>
      server.database.connection.insert(clocks).values(
        numbersTo(count).map((number) => ({
          ...named(number),
          ...(number === 0 && { id: clockId }),
          color: "cyan" as const,
          isFilled: true,
          slots: [],
        })),
      ),
    call: (number) => ["POST", "/api/clocks", { name: `clock ${number}`, slots: [] }],
    count: () => server.database.connection.$count(clocks),
  },
  {
    name: "MAX_SHOWS",
    limit: contract.MAX_SHOWS,
    fill: (count) =>
      server.database.connection.insert(shows).values(
        numbersTo(count).map((number) => ({
          ...named(number),
          slug: `row-${number}`,
          text: "",
          color: "cyan" as const,
          content: turns,
          requests: { kind: "open" as const },
        })),
      ),
    call: (number) => ["POST", "/api/programme/shows", { name: `show ${number}` }],
    count: () => server.database.connection.$count(shows),
  },
  {
    name: "MAX_HOLIDAYS",
    limit: contract.MAX_HOLIDAYS,
    fill: (count) =>
      server.database.connection.insert(holidays).values(
        numbersTo(count).map((number) => ({
          id: randomUUID(),
          date: "2027-03-01",
          name: `row ${number}`,
          isYearly: false,
          day: usual,
        })),
      ),
    call: (number) => [
      "POST",
      "/api/schedule/holidays",
      { date: "2027-03-02", name: `day ${number}`, day: usual },
    ],
    count: () => server.database.connection.$count(holidays),
  },
  {
    name: "MAX_SCHEDULE_ENTRIES",
    limit: contract.MAX_SCHEDULE_ENTRIES,
    fill: (count) =>
      server.database.connection.insert(scheduleEntries).values(
        numbersTo(count).map(() => ({
          id: randomUUID(),
          clockId,
          startsAt: "2020-03-01T18:00",
          durationMinutes: 60,
          except: [],
          priority: 0,
        })),
      ),
    call: () => [
      "POST",
      "/api/schedule/entries",
      { what: { kind: "clock", clockId }, startsAt: "2020-03-01T18:00", durationMinutes: 60 },
    ],
    count: () => server.database.connection.$count(scheduleEntries),
  },
  {
    name: "MAX_OUTPUTS",
    limit: contract.MAX_OUTPUTS,
    fill: (count) =>
      server.database.connection.insert(streamOutputs).values(
        numbersTo(count).map((number) => ({
          ...output,
          id: randomUUID(),
          isTls: false,
          mount: `/row${number}`,
        })),
      ),
    call: (number) => ["POST", "/api/stream/outputs", { ...output, mount: `/output${number}` }],
    count: () => server.database.connection.$count(streamOutputs),
  },
  {
    name: "MAX_MUSIC_SOURCES",
    limit: contract.MAX_MUSIC_SOURCES,
    fill: (count) =>
      server.database.connection.insert(musicSources).values(
        numbersTo(count).map((number) => ({
          ...source,
          id: randomUUID(),
          name: `row ${number}`,
          username: `row${number}`,
        })),
      ),
    call: (number) => [
      "POST",
      "/api/library/sources",
      { ...source, name: `source ${number}`, username: `source${number}` },
    ],
    count: () => server.database.connection.$count(musicSources),
  },
  {
    name: "FAVOURITE_LIMIT",
    limit: contract.FAVOURITE_LIMIT,
    fill: (count) =>
      server.database.connection
        .insert(favourites)
        .values(
          trackIds
            .slice(AT_ONCE, AT_ONCE + count)
            .map((trackId) => ({ trackId, accountId: admin.account?.id ?? "" })),
        ),
    call: (number) => ["PUT", `/api/favourites/${trackIds[number]}`],
    count: () => server.database.connection.$count(favourites),
  },
  {
    name: "QUEUE_LIMIT",
    limit: contract.QUEUE_LIMIT,
    fill: (count) =>
      server.database.connection.insert(queueItems).values(
        trackIds.slice(AT_ONCE, AT_ONCE + count).map((trackId, index) => ({
          id: randomUUID(),
          trackId,
          position: index + 1,
        })),
      ),
    call: (number) => ["POST", "/api/queue", { trackId: trackIds[number] }],
    count: () => server.database.connection.$count(queueItems),
  },
];

test.each(attempts)(
  "simultaneous calls create no more than $name allows",
  async ({ limit, fill, call, count }) => {
    await fill(limit - FREE);

    const answers = await Promise.all(
      numbersTo(AT_ONCE).map((number) => {
        const [method, path, body] = call(number);
        return admin.call(method, path, { body });
      }),
    );

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(FREE);
    expect(await count()).toBe(limit);
  },
);

test("simultaneous creations and imports make no more playlists than a station can have", async () => {
  const { connection } = server.database;
  const turn = { kind: "off" } as const;
  await connection.insert(playlists).values(
    numbersTo(contract.MAX_PLAYLISTS - FREE).map((number) => ({
      ...named(number),
      order: "shuffled" as const,
      turn,
      isSeparated: true,
    })),
  );

  const statuses = await Promise.all(
    numbersTo(AT_ONCE).map(async (number) =>
      number % 2 === 0
        ? (await admin.call("POST", "/api/playlists", { body: { name: `one ${number}`, turn } }))
            .status
        : await importPlaylist(`one ${number}`),
    ),
  );

  expect(statuses.filter((status) => status === 200)).toHaveLength(FREE);
  expect(new Set(statuses)).toEqual(new Set([200, 409]));
  expect(await connection.$count(playlists)).toBe(contract.MAX_PLAYLISTS);
});

async function importPlaylist(name: string): Promise<number> {
  const form = new FormData();
  form.set("playlist", new Blob(["#EXTM3U\n/music/1.mp3\n"]), `${name}.m3u8`);
  const response = await fetch(new URL("/api/playlists/import", server.origin), {
    method: "POST",
    headers: { origin: server.origin, cookie: admin.cookie },
    body: form,
  });
  return response.status;
}

test("uploads started at once exceed no person's limit of open uploads", async () => {
  const { connection } = server.database;
  const owner = admin.account?.id ?? "";
  await connection.insert(incomingFiles).values(
    numbersTo(uploadBounds.unfinishedOfOne - FREE).map((number) => ({
      id: randomUUID(),
      name: `${number}.mp3`,
      way: "upload" as const,
      owner,
      uploader: "admin",
      state: "receiving" as const,
      sizeBytes: 10,
    })),
  );

  const statuses = await Promise.all(
    numbersTo(AT_ONCE).map(async () => {
      const { status } = await fetch(new URL("/api/uploads", server.origin), {
        method: "POST",
        headers: {
          origin: server.origin,
          cookie: admin.cookie,
          "tus-resumable": "1.0.0",
          "upload-length": "10",
        },
      });
      return status;
    }),
  );

  expect(statuses.filter((status) => status === 201)).toHaveLength(FREE);
  expect(await connection.$count(incomingFiles)).toBe(uploadBounds.unfinishedOfOne);
});
