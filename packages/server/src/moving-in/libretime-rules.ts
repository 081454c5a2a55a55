import { eachOf, type Steps } from "../programme/small-steps.ts";
import { formatOf } from "./icecast-rules.ts";
import { libretimeUnmoved } from "./libretime-columns.ts";
import {
  emptyStation,
  type LeftBehind,
  type MovedPlay,
  type MovedPlaylist,
  type MovedStation,
  type MovedTrack,
  type OldAddress,
} from "./moved-station.ts";
import { milliseconds, number, secondsIn, text } from "./row-values.ts";
import type { SqlDump, SqlRow } from "./sql-dump.ts";
import { monthly, weekly } from "./weekly-times.ts";

type Leave = (what: string, why: string) => void;

/** Cue points this close to an end count as that end. */
const NEAR_END_MS = 50;

/** The history may span years, so this may pause. */
export function* readLibretime(dump: SqlDump): Steps<MovedStation> {
  const leftBehind: LeftBehind[] = [];
  const leave: Leave = (what, why) => leftBehind.push({ what, why });
  for (const problem of dump.problems) leave("part of the dump", problem);
  for (const [table, what, why] of libretimeUnmoved)
    if (dump.count(table) > 0) leave(`${dump.count(table)} ${what}`, why);
  const zone = dump
    .rows("cc_pref")
    .find((row) => text(row, "keystr") === "timezone" && text(row, "subjid") === "");
  const tracks = yield* tracksOf(dump);
  const plays = yield* playsOf(dump, tracks);
  return {
    ...emptyStation,
    timeZone: zone?.["valstr"] ?? null,
    tracks,
    playlists: [...playlistsOf(dump), ...blocksOf(dump, leave)],
    shows: dump.rows("cc_show").map((row) => showOf(row, dump)),
    entries: dump.rows("cc_show_days").flatMap((row) => entryOf(row, { dump, zone, leave })),
    djs: djsOf(dump),
    plays,
    addresses: addressesOf(dump),
    leftBehind,
  };
}

/** Newer versions keep paths relative to one folder, older ones to several. */
function* tracksOf(dump: SqlDump): Steps<readonly MovedTrack[]> {
  const folders = new Map(
    dump.rows("cc_music_dirs").map((row) => [text(row, "id"), text(row, "directory")]),
  );
  const tracks: MovedTrack[] = [];
  yield* eachOf(dump.rows("cc_files"), (row) => {
    if (text(row, "hidden") === "t") return;
    const durationMs = milliseconds(secondsIn(row["length"]));
    tracks.push({
      key: text(row, "id"),
      location: `${folders.get(text(row, "directory")) ?? ""}${text(row, "filepath")}`,
      title: row["track_title"] ?? null,
      artist: row["artist_name"] ?? null,
      durationMs,
      cues: cuesOf(row, durationMs),
    });
  });
  return tracks;
}

function cuesOf(row: SqlRow, durationMs: number | null): MovedTrack["cues"] {
  const cueInMs = milliseconds(secondsIn(row["cuein"]));
  const cueOutMs = milliseconds(secondsIn(row["cueout"]));
  const hasCueIn = cueInMs !== null && cueInMs >= NEAR_END_MS;
  const hasCueOut = cueOutMs !== null && cueOutMs <= (durationMs ?? Infinity) - NEAR_END_MS;
  const cues = {
    cueInMs: hasCueIn ? cueInMs : null,
    cueOutMs: hasCueOut ? cueOutMs : null,
    startNextMs: null,
  };
  const isOdd = (cues.cueInMs ?? 0) >= (cues.cueOutMs ?? Infinity);
  return isOdd || !(hasCueIn || hasCueOut) ? null : cues;
}

function playlistsOf(dump: SqlDump): readonly MovedPlaylist[] {
  const itemsOf = inOrder(dump.rows("cc_playlistcontents"), "playlist_id");
  const blockItemsOf = inOrder(dump.rows("cc_blockcontents"), "block_id");
  return dump.rows("cc_playlist").map((row) => ({
    ...playlistOf(row, "playlist"),
    // A block within a playlist is played completely.
    trackKeys: (itemsOf.get(text(row, "id")) ?? []).flatMap((item) =>
      item["block_id"] === null || item["block_id"] === undefined
        ? (item["file_id"] ?? [])
        : (blockItemsOf.get(item["block_id"]) ?? []).flatMap((inner) => inner["file_id"] ?? []),
    ),
  }));
}

function blocksOf(dump: SqlDump, leave: Leave): readonly MovedPlaylist[] {
  const itemsOf = inOrder(dump.rows("cc_blockcontents"), "block_id");
  return dump.rows("cc_block").flatMap((row) => {
    const id = text(row, "id");
    if (text(row, "type") === "static") {
      const trackKeys = (itemsOf.get(id) ?? []).flatMap((item) => item["file_id"] ?? []);
      return [{ ...playlistOf(row, "block"), trackKeys }];
    }
    const criteria = dump
      .rows("cc_blockcriteria")
      .filter((each) => text(each, "block_id") === id)
      .map((each) => `${text(each, "criteria")} ${text(each, "modifier")} ${text(each, "value")}`);
    const rule = criteria.join(", ");
    leave(`smart block ${text(row, "name")}`, `make a smart playlist for its rule: ${rule}`);
    return [];
  });
}

/** LibreTime plays nothing on its own, so the playlist is off. */
function playlistOf(row: SqlRow, noun: string): Omit<MovedPlaylist, "trackKeys"> {
  return {
    key: `${noun} ${text(row, "id")}`,
    name: text(row, "name"),
    description: text(row, "description"),
    order: "ordered",
    turn: { kind: "off" },
    isJingles: false,
  };
}

function inOrder(rows: readonly SqlRow[], column: string): ReadonlyMap<string, readonly SqlRow[]> {
  const sorted = rows.toSorted((a, b) => number(a, "position") - number(b, "position"));
  return Map.groupBy(sorted, (row) => text(row, column));
}

function showOf(row: SqlRow, dump: SqlDump): MovedStation["shows"][number] {
  const id = text(row, "id");
  const isLive =
    text(row, "live_stream_using_airtime_auth") === "t" ||
    text(row, "live_stream_using_custom_auth") === "t";
  const hosts = dump
    .rows("cc_show_hosts")
    .filter((each) => text(each, "show_id") === id)
    .flatMap((each) => {
      const host = dump.rows("cc_subjs").find((one) => one["id"] === each["subjs_id"]);
      return host === undefined ? [] : [text(host, "login")];
    });
  const playlistKey = `playlist ${text(row, "autoplaylist_id")}`;
  return {
    key: id,
    name: text(row, "name"),
    text: text(row, "description"),
    content: isLive
      ? { kind: "live" }
      : text(row, "has_autoplaylist") === "t"
        ? { kind: "playlist", playlistKey }
        : { kind: "turns" },
    hosts,
  };
}

/** Repeat interval in weeks, by `repeat_type`. */
const weeks: ReadonlyMap<string, number> = new Map([
  ["0", 1],
  ["1", 2],
  ["4", 3],
  ["5", 4],
]);

function entryOf(
  row: SqlRow,
  {
    dump,
    zone,
    leave,
  }: { readonly dump: SqlDump; readonly zone: SqlRow | undefined; readonly leave: Leave },
): MovedStation["entries"] {
  const showKey = text(row, "show_id");
  const show = dump.rows("cc_show").find((each) => text(each, "id") === showKey);
  const name = show === undefined ? showKey : text(show, "name");
  const date = text(row, "first_show");
  // LibreTime stores the day after the last one.
  const untilDate = dayBefore(row["last_show"] ?? null);
  const type = text(row, "repeat_type");
  const everyWeeks = weeks.get(type);
  if (zone !== undefined && text(row, "timezone") !== text(zone, "valstr"))
    leave(`time zone of ${name}`, `its times are in ${text(row, "timezone")}: look at them`);
  const entry = {
    showKey,
    durationMinutes: minutesOf(text(row, "duration")),
    startsAt: `${date}T${text(row, "start_time").slice(0, 5)}`,
  };
  if (everyWeeks !== undefined) {
    // 0 is Sunday.
    const day = (number(row, "day") + 6) % 7;
    const times = weekly({ days: [day + 1], fromDate: date, untilDate, everyWeeks });
    const startsAt = `${times.date}${entry.startsAt.slice(date.length)}`;
    return [{ ...entry, startsAt, repeat: times.repeat }];
  }
  if (type === "3") return [{ ...entry, repeat: monthly(date, untilDate) }];
  if (type === "2") leave(`the repeat of ${name}`, "it is on a day of the month: add its dates");
  return [{ ...entry, repeat: null }];
}

function dayBefore(date: string | null): string | null {
  if (date === null) return null;
  const ms = Date.parse(`${date}T00:00Z`) - 86_400_000;
  return Number.isNaN(ms) ? null : new Date(ms).toISOString().slice(0, 10);
}

/** `01:30` or `1:30:00` */
function minutesOf(duration: string): number {
  const [hours = 0, minutes = 0] = duration.split(":").map(Number);
  return hours * 60 + minutes;
}

/**
 * Guests can only look, so they are skipped; administrators get their role here by hand. The password hashes are of a
 * kind that can't be verified here.
 */
function djsOf(dump: SqlDump): MovedStation["djs"] {
  return dump
    .rows("cc_subjs")
    .filter((row) => text(row, "type") !== "G")
    .map((row) => {
      const name = `${text(row, "first_name")} ${text(row, "last_name")}`.trim();
      const email = text(row, "email");
      return {
        username: text(row, "login"),
        name: name === "" ? null : name,
        email: email === "" ? null : email,
        passwordHash: null,
      };
    });
}

function* playsOf(dump: SqlDump, tracks: readonly MovedTrack[]): Steps<readonly MovedPlay[]> {
  const trackOf = new Map(tracks.map((track) => [track.key, track]));
  const said = new Map<string, string>();
  yield* eachOf(dump.rows("cc_playout_history_metadata"), (row) =>
    said.set(`${text(row, "history_id")} ${text(row, "key")}`, text(row, "value")),
  );
  const plays: MovedPlay[] = [];
  yield* eachOf(dump.rows("cc_playout_history"), (row) => {
    const id = text(row, "id");
    const startedAtMs = momentOf(text(row, "starts"));
    if (Number.isNaN(startedAtMs)) return;
    const endedAtMs = momentOf(text(row, "ends"));
    const trackKey = row["file_id"] ?? null;
    const track = trackOf.get(trackKey ?? "");
    const title = said.get(`${id} track_title`) ?? track?.title ?? "";
    const durationMs = endedAtMs > startedAtMs ? endedAtMs - startedAtMs : null;
    const artist = said.get(`${id} artist_name`) ?? track?.artist ?? "";
    plays.push({ key: id, trackKey, title, artist, startedAtMs, durationMs, djName: null });
  });
  return plays;
}

/** LibreTime stores UTC. */
function momentOf(value: string): number {
  return Date.parse(`${value.slice(0, 19).replace(" ", "T")}Z`);
}

/** Up to four streams, with mounts without a slash; newer versions keep them in a file instead. */
function addressesOf(dump: SqlDump): readonly OldAddress[] {
  const settings = new Map(
    dump.rows("cc_stream_setting").map((row) => [text(row, "keyname"), text(row, "value")]),
  );
  return [1, 2, 3, 4].flatMap((stream) => {
    const mount = settings.get(`s${stream}_mount`) ?? "";
    if (mount === "" || settings.get(`s${stream}_enable`) !== "true") return [];
    const path = `/${mount}`;
    return [{ path, format: formatOf(path, settings.get(`s${stream}_type`) ?? null) }];
  });
}
