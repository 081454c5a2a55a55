import { randomUUID } from "node:crypto";
import { programmeColors, type ClockSlot, type ShowContent } from "@neonrelay/contract";
import { sql } from "drizzle-orm";
import type { Connection } from "../packages/server/src/database/database.ts";
import { musicSources } from "../packages/server/src/music-sources/music-source-tables.ts";
import { streamOutputs } from "../packages/server/src/outputs/output-tables.ts";
import { playlists } from "../packages/server/src/playlists/playlist-tables.ts";
import {
  clocks,
  holidays,
  scheduleEntries,
  showHosts,
  showPictures,
  shows,
} from "../packages/server/src/schedule/schedule-tables.ts";

const PLAYLISTS = 60;
/** The others are smart playlists. */
const HAND_PICKED = 40;
/** Of the longest of them. */
const LONGEST_TRACKS = 2000;
const CLOCKS = 24;
const SLOTS_OF_A_CLOCK = 20;
const SHOWS = 50;
const SCHEDULE_ENTRIES = 200;
const HOLIDAYS = 60;
const OUTPUTS = 5;
const MUSIC_SOURCES = 3;
const HOSTS_OF_A_SHOW = 5;
const DAY_MS = 24 * 60 * 60_000;

/**
 * The programme's parts: more of everything than most stations have, and less than allowed. Needs the table `numbered`
 * of all tracks.
 */
export async function fillProgramme(
  connection: Connection,
  { hostIds }: { readonly hostIds: readonly string[] },
): Promise<void> {
  const playlistIds = await fillPlaylists(connection);
  const clockIds = await fillClocks(connection, playlistIds);
  const showIds = await fillShows(connection, { playlistIds, clockIds, hostIds });
  await connection.insert(scheduleEntries).values(
    times(SCHEDULE_ENTRIES, (index) => ({
      id: randomUUID(),
      ...(index % 4 === 0 ? { clockId: at(clockIds, index / 4) } : { showId: at(showIds, index) }),
      ...timeOf(index),
      durationMinutes: 60,
      except: [dayFrom(index % 60), dayFrom(7 + (index % 60))],
      priority: Math.floor(index / 168),
    })),
  );
  await connection.insert(holidays).values(
    times(HOLIDAYS, (index) => ({
      id: randomUUID(),
      date: dayFrom(index - 30),
      name: `holiday ${index}`,
      isYearly: index % 2 === 0,
      day:
        index % 3 === 0
          ? { kind: "clock" as const, clockId: at(clockIds, index) }
          : { kind: "usual" as const },
    })),
  );
  await fillServers(connection);
}

/** Each with a hundred tracks, except the first. @returns their ids, the hand-picked ones first */
async function fillPlaylists(connection: Connection): Promise<readonly string[]> {
  const rows = times(PLAYLISTS, (index) => ({
    id: randomUUID(),
    name: `playlist ${index}`,
    nameKey: `playlist ${index}`,
    description: "what is played in the evening",
    order: "shuffled" as const,
    turn: index % 20 === 1 ? { kind: "weight" as const, weight: 5 } : { kind: "off" as const },
    isSeparated: true,
    rule:
      index < HAND_PICKED
        ? null
        : { kinds: ["music" as const], genres: ["synthwave"], yearFrom: 1970 + (index % 40) },
  }));
  await connection.insert(playlists).values(rows);
  await connection.execute(sql`
    insert into playlist_tracks (playlist_id, track_id, position)
    select ${rows[0]?.id}::uuid, id, n from numbered where n < ${LONGEST_TRACKS}`);
  await connection.execute(sql`
    insert into playlist_tracks (playlist_id, track_id, position)
    select p.id, t.id, given.n / ${HAND_PICKED} from generate_series(0, ${HAND_PICKED * 100 - 1}::int) as given (n)
    join playlists p on p.name_key = 'playlist ' || given.n % ${HAND_PICKED} and p.name_key <> 'playlist 0'
    join numbered t on t.n = given.n`);
  return rows.map(({ id }) => id);
}

async function fillClocks(
  connection: Connection,
  playlistIds: readonly string[],
): Promise<readonly string[]> {
  const rows = times(CLOCKS, (index) => ({
    id: randomUUID(),
    name: `clock ${index}`,
    nameKey: `clock ${index}`,
    color: at(programmeColors, index),
    isFilled: true,
    slots: times(SLOTS_OF_A_CLOCK, (place) => slotOf(playlistIds, { index, place })),
  }));
  await connection.insert(clocks).values(rows);
  return rows.map(({ id }) => id);
}

function slotOf(
  playlistIds: readonly string[],
  { index, place }: { readonly index: number; readonly place: number },
): ClockSlot {
  const playlistId = at(playlistIds, index + place);
  return {
    id: randomUUID(),
    content:
      place % 3 === 0
        ? { kind: "content", contentKind: "music" }
        : place % 10 === 1
          ? { kind: "requests", playlistId }
          : { kind: "playlist", playlistId },
    start: place % 10 === 0 ? { kind: "soft", second: place * 60 } : { kind: "follow" },
    length: { kind: "tracks", tracks: 1 },
  };
}

async function fillShows(
  connection: Connection,
  {
    playlistIds,
    clockIds,
    hostIds,
  }: {
    readonly playlistIds: readonly string[];
    readonly clockIds: readonly string[];
    readonly hostIds: readonly string[];
  },
): Promise<readonly string[]> {
  const rows = times(SHOWS, (index) => ({
    id: randomUUID(),
    name: `show ${index}`,
    nameKey: `show ${index}`,
    slug: `show-${index}`,
    text: "Two hours above the clouds, with what came in this week. ".repeat(8),
    color: at(programmeColors, index),
    content: contentOf({ playlistId: at(playlistIds, index), clockId: at(clockIds, index), index }),
    requests: { kind: "open" as const },
  }));
  await connection.insert(shows).values(rows);
  await connection.insert(showHosts).values(
    rows.flatMap(({ id }, index) =>
      times(HOSTS_OF_A_SHOW, (position) => ({
        showId: id,
        accountId: at(hostIds, index * HOSTS_OF_A_SHOW + position),
        position,
      })),
    ),
  );
  for (const { id } of rows)
    await connection.insert(showPictures).values({
      showId: id,
      mediaType: "image/webp",
      image: Buffer.alloc(60_000, id),
      digest: id.replaceAll("-", ""),
    });
  return rows.map(({ id }) => id);
}

function contentOf({
  playlistId,
  clockId,
  index,
}: {
  readonly playlistId: string;
  readonly clockId: string;
  readonly index: number;
}): ShowContent {
  if (index % 3 === 0) return { kind: "clock", clockId };
  if (index % 3 === 1) return { kind: "playlist", playlistId };
  return {
    kind: "live",
    fallbackPlaylistId: playlistId,
    opensMinutesBefore: 15,
    graceMinutes: 5,
    overrunMinutes: 5,
    admits: "hosts",
  };
}

/** Music sources that are off, so that they cause no network traffic, and outputs. */
async function fillServers(connection: Connection): Promise<void> {
  await connection.insert(streamOutputs).values(
    times(OUTPUTS, (index) => ({
      id: randomUUID(),
      host: `icecast-${index}.example`,
      port: 8000,
      isTls: false,
      mount: "/live.mp3",
      username: "source",
      password: "hackme",
      isPublic: true,
      isEnabled: true,
    })),
  );
  await connection.insert(musicSources).values(
    times(MUSIC_SOURCES, (index) => ({
      id: randomUUID(),
      name: `source ${index}`,
      url: `https://music-${index}.example`,
      signIn: "token" as const,
      username: "radio",
      password: "hackme",
      isPrivateAllowed: false,
      everyMinutes: 60,
      cacheMegabytes: 1000,
      isEnabled: false,
      reading: 1,
    })),
  );
  await connection.execute(sql`
    insert into music_source_tracks (source_id, remote_id, track_id, reading, extension, version)
    select s.id, 'remote ' || t.n, t.id, 1, '.mp3', '1' from (select row_number() over (order by name) - 1 as n, id from music_sources) s
    join numbered t on t.n < 2000 and t.n % ${MUSIC_SOURCES} = s.n`);
}

/** Every hour of the week several times, weekly; a quarter of them once, within the coming or the last year. */
function timeOf(index: number): { readonly startsAt: string; readonly repeat: string | null } {
  const hour = String(Math.floor(index / 7) % 24).padStart(2, "0");
  return index % 4 === 1
    ? { startsAt: `${dayFrom((index % 700) - 350)}T${hour}:00:00`, repeat: null }
    : { startsAt: `${dayFrom((index % 7) - 700)}T${hour}:00:00`, repeat: "FREQ=WEEKLY" };
}

/** @param days from today on */
function dayFrom(days: number): string {
  return new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
}

function times<Made>(count: number, make: (index: number) => Made): Made[] {
  return Array.from({ length: count }, (_none, index) => make(index));
}

/** Wraps around at the end of the list. */
function at<Item>(items: readonly Item[], index: number): Item {
  const item = items[Math.floor(index) % items.length];
  if (item === undefined) throw new Error("the list is empty");
  return item;
}
