import type { PlaylistTurn } from "@neonrelay/contract";
import * as z from "zod";
import { eachOf, type Steps } from "../programme/small-steps.ts";
import { azuracastUnmoved } from "./azuracast-columns.ts";
import {
  emptyStation,
  UnreadableOrigin,
  type LeftBehind,
  type MovedCues,
  type MovedDj,
  type MovedPlay,
  type MovedPlaylist,
  type MovedStation,
  type MovedTrack,
  type OldAddress,
} from "./moved-station.ts";
import type { SqlDump, SqlRow } from "./sql-dump.ts";
import { formatOf } from "./icecast-rules.ts";
import { milliseconds, number, secondsIn, text } from "./row-values.ts";
import { weekly } from "./weekly-times.ts";

type Leave = (what: string, why: string) => void;

/**
 * Reads one station of an AzuraCast installation. Its history may span years, so this may pause.
 * @param name its name or short name; null: the only one
 * @throws UnreadableOrigin when there is none, or more than one
 */
export function* readAzuracast(dump: SqlDump, name: string | null): Steps<MovedStation> {
  const station = chooseStation(dump.rows("station"), name);
  const leftBehind: LeftBehind[] = [];
  const leave: Leave = (what, why) => leftBehind.push({ what, why });
  for (const problem of dump.problems) leave("part of the dump", problem);
  for (const [table, what, why] of azuracastUnmoved)
    if (dump.count(table) > 0) leave(`${dump.count(table)} ${what}`, why);
  const own = (table: string) =>
    dump.rows(table).filter((row) => text(row, "station_id") === text(station, "id"));
  const media = mediaOf(dump, station);
  const streamers = own("station_streamers");
  const schedules = dump.rows("station_schedules");
  const scheduled = new Set(schedules.map((row) => text(row, "playlist_id")));
  const playlists = own("station_playlists").flatMap((row) =>
    playlistOf(row, { dump, isScheduled: scheduled.has(text(row, "id")), leave }),
  );
  const tracks: MovedTrack[] = [];
  yield* eachOf(media, (row) => tracks.push(trackOf(row, leave)));
  const plays: MovedPlay[] = [];
  yield* eachOf(own("song_history"), (row) => plays.push(...playOf(row, { station, streamers })));
  return {
    ...emptyStation,
    timeZone: station["timezone"] ?? null,
    tracks,
    playlists,
    ...scheduleOf(schedules, { playlists, streamers, leave }),
    djs: streamers.flatMap((row) => djOf(row, leave)),
    plays,
    addresses: own("station_mounts").flatMap((row) => addressesOf(row, { station, leave })),
    leftBehind,
  };
}

function chooseStation(stations: readonly SqlRow[], name: string | null): SqlRow {
  const names = stations.map((row) => text(row, "short_name")).join(", ");
  const fitting = stations.filter(
    (row) => name === null || [row["name"], row["short_name"]].includes(name),
  );
  const [station] = fitting;
  if (station === undefined)
    throw new UnreadableOrigin(
      name === null ? "it has no station" : `it has no station ${name}, but ${names}`,
    );
  if (fitting.length > 1)
    throw new UnreadableOrigin(`it has several stations; choose one with --station: ${names}`);
  return station;
}

/** Older versions name the station in the row, newer ones a storage location that stations can share. */
function mediaOf(dump: SqlDump, station: SqlRow): readonly SqlRow[] {
  const place = station["media_storage_location_id"];
  return dump
    .rows("station_media")
    .filter((row) =>
      place === undefined || row["storage_location_id"] === undefined
        ? text(row, "station_id") === text(station, "id")
        : row["storage_location_id"] === place,
    );
}

const metadataSchema = z.record(z.string(), z.unknown());

function trackOf(row: SqlRow, leave: Leave): MovedTrack {
  const metadata = parseMetadata(row["extra_metadata"] ?? null);
  const seconds = (name: string): number | null => secondsIn(metadata[name] ?? row[name]);
  const durationMs = milliseconds(secondsIn(row["length"]));
  const cueOutMs = milliseconds(seconds("cue_out"));
  const cueInMs = milliseconds(seconds("cue_in"));
  const startNextMs = milliseconds(seconds("cross_start_next"));
  const hasCues = [cueInMs, cueOutMs, startNextMs].some((each) => each !== null);
  const cues: MovedCues = { cueInMs, cueOutMs, startNextMs };
  const isOdd = (cueInMs ?? 0) >= (cueOutMs ?? durationMs ?? Infinity);
  if (hasCues && isOdd)
    leave(`cue points of ${text(row, "path")}`, "the cue-out is not after the cue-in");
  return {
    key: text(row, "id"),
    location: text(row, "path"),
    title: row["title"] ?? null,
    artist: row["artist"] ?? null,
    durationMs,
    cues: hasCues && !isOdd ? cues : null,
  };
}

function parseMetadata(json: string | null): Readonly<Record<string, unknown>> {
  try {
    return metadataSchema.catch({}).parse(JSON.parse(json ?? "{}"));
  } catch {
    return {}; // not JSON
  }
}

function playlistOf(
  row: SqlRow,
  {
    dump,
    isScheduled,
    leave,
  }: { readonly dump: SqlDump; readonly isScheduled: boolean; readonly leave: Leave },
): readonly MovedPlaylist[] {
  const name = text(row, "name");
  const id = text(row, "id");
  if (text(row, "source") !== "songs") {
    leave(
      `playlist ${name}`,
      "it plays another station's stream: add it under Music Upload, External Stream",
    );
    return [];
  }
  for (const folder of dump.rows("station_playlist_folders"))
    if (text(folder, "playlist_id") === id)
      leave(
        `folder ${text(folder, "path")} of ${name}`,
        "its tracks are imported, later ones aren't",
      );
  const isOn = text(row, "is_enabled") !== "0" && !isScheduled;
  return [
    {
      key: id,
      name,
      description: row["description"] ?? "",
      order: text(row, "playback_order") === "sequential" ? "ordered" : "shuffled",
      turn: isOn ? turnOf(row, leave) : { kind: "off" },
      isJingles: text(row, "is_jingle") === "1",
      trackKeys: dump
        .rows("station_playlist_media")
        .filter((item) => text(item, "playlist_id") === id)
        .toSorted((a, b) => number(a, "weight") - number(b, "weight"))
        .map((item) => text(item, "media_id")),
    },
  ];
}

function turnOf(row: SqlRow, leave: Leave): PlaylistTurn {
  const within = (name: string, most: number) => Math.min(most, Math.max(1, number(row, name)));
  switch (text(row, "type")) {
    case "default":
      return { kind: "weight", weight: within("weight", 100) };
    case "once_per_x_songs":
      return { kind: "every-tracks", tracks: within("play_per_songs", 100) };
    case "once_per_x_minutes":
      return { kind: "every-minutes", minutes: within("play_per_minutes", 10_080) };
    case "once_per_hour":
      return {
        kind: "minute-of-hour",
        minute: Math.min(59, Math.max(0, number(row, "play_per_hour_minute"))),
      };
    default:
      leave(`when ${text(row, "name")} plays`, "it is set in Liquidsoap's own language");
      return { kind: "off" };
  }
}

function scheduleOf(
  schedules: readonly SqlRow[],
  {
    playlists,
    streamers,
    leave,
  }: {
    readonly playlists: readonly MovedPlaylist[];
    readonly streamers: readonly SqlRow[];
    readonly leave: Leave;
  },
): Pick<MovedStation, "shows" | "entries"> {
  const shows = new Map<string, MovedStation["shows"][number]>();
  const entries: MovedStation["entries"][number][] = [];
  for (const row of schedules) {
    const playlist = playlists.find(({ key }) => key === row["playlist_id"]);
    const streamer = streamers.find((each) => text(each, "id") === row["streamer_id"]);
    const show = showOf(playlist, streamer);
    if (show === null) continue; // belongs to another station
    const start = clockTime(number(row, "start_time"));
    const minutes = lengthOf(number(row, "start_time"), number(row, "end_time"));
    if (start === null || minutes === 0) {
      leave(`a time of ${show.name}`, "it has a beginning and no end: put it in a clock");
      continue;
    }
    const { date, repeat } = weekly({
      days: (row["days"] ?? "").split(",").filter(Boolean).map(Number),
      fromDate: row["start_date"] || null,
      untilDate: row["end_date"] || null,
      everyWeeks: 1,
    });
    shows.set(show.key, show);
    entries.push({
      showKey: show.key,
      startsAt: `${date}T${start}`,
      durationMinutes: minutes,
      repeat,
    });
    if (text(row, "loop_once") === "1")
      leave(`"once" of ${show.name}`, "a playlist goes on to the end of its show");
  }
  return { shows: [...shows.values()], entries };
}

function showOf(
  playlist: MovedPlaylist | undefined,
  streamer: SqlRow | undefined,
): MovedStation["shows"][number] | null {
  if (playlist !== undefined)
    return {
      key: `playlist ${playlist.key}`,
      name: playlist.name,
      text: playlist.description,
      content: { kind: "playlist", playlistKey: playlist.key },
      hosts: [],
    };
  if (streamer === undefined) return null;
  return {
    key: `streamer ${text(streamer, "id")}`,
    name: djName(streamer),
    text: "",
    content: { kind: "live" },
    hosts: [text(streamer, "streamer_username")],
  };
}

/** Parses 930 as half past nine. */
function clockTime(code: number): string | null {
  const [hours, minutes] = [Math.floor(code / 100), code % 100];
  if (hours > 23 || minutes > 59) return null;
  return `${String(hours).padStart(2, "0")}:${String(minutes).padStart(2, "0")}`;
}

/** Length in minutes; may cross midnight. */
function lengthOf(startCode: number, endCode: number): number {
  const minutes = (code: number) => Math.floor(code / 100) * 60 + (code % 100);
  return (minutes(endCode) - minutes(startCode) + 1440) % 1440;
}

function djOf(row: SqlRow, leave: Leave): readonly MovedDj[] {
  const username = text(row, "streamer_username");
  if (text(row, "is_active") === "0") {
    leave(`DJ ${username}`, "the account was switched off");
    return [];
  }
  const { display_name: name = null, streamer_password: passwordHash = null } = row;
  return [{ username, name, email: null, passwordHash }];
}

function djName(streamer: SqlRow): string {
  return text(streamer, "display_name") || text(streamer, "streamer_username");
}

function playOf(
  row: SqlRow,
  { station, streamers }: { readonly station: SqlRow; readonly streamers: readonly SqlRow[] },
): readonly MovedPlay[] {
  const startedAtMs = momentOf(text(row, "timestamp_start"));
  // Jingles are not visible.
  if (text(row, "is_visible") === "0" || Number.isNaN(startedAtMs)) return [];
  const streamer = streamers.find((each) => text(each, "id") === row["streamer_id"]);
  return [
    {
      key: `${text(station, "short_name")} ${text(row, "id")}`,
      trackKey: row["media_id"] ?? null,
      title: text(row, "title"),
      artist: text(row, "artist"),
      startedAtMs,
      durationMs: milliseconds(secondsIn(row["duration"])),
      djName: streamer === undefined ? null : djName(streamer),
    },
  ];
}

/** Seconds since 1970, or in newer versions `2027-03-01 18:00:00.123456` in UTC. */
function momentOf(value: string): number {
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  return Date.parse(`${value.slice(0, 19).replace(" ", "T")}Z`);
}

const portSchema = z.object({ port: z.coerce.number().int() });

/** `/listen/NAME/radio.mp3` by the web port, `/radio/8000/radio.mp3` in older links, `/radio.mp3` on the station's port. */
function addressesOf(
  row: SqlRow,
  { station, leave }: { readonly station: SqlRow; readonly leave: Leave },
): readonly OldAddress[] {
  const mount = text(row, "name");
  const format = formatOf(mount, row["autodj_format"] ?? null);
  const elsewhere = text(row, "custom_listen_url");
  if (elsewhere !== "") leave(elsewhere, "it is on another server");
  const port = portSchema.safeParse(parseMetadata(station["frontend_config"] ?? null)).data?.port;
  const paths = [
    `/listen/${text(station, "short_name")}${mount}`,
    ...(port === undefined ? [] : [`/radio/${port}${mount}`]),
    mount,
  ];
  return paths.map((path) => ({ path, format }));
}
