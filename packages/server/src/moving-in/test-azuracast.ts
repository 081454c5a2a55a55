/** A track as stored by AzuraCast. */
interface AzuracastTrack {
  /** Relative to the station's media folder. */
  readonly path: string;
  readonly title: string;
  readonly artist: string;
  readonly seconds: number;
}

/** The hash that PHP's password_hash writes for `dj-secret`. */
const DJ_HASH =
  "$argon2id$v=19$m=19456,t=2,p=1$m46e/mryULqZyI+1ILDOCQ$0wuLREvE3p4dFqdsbzpEye2sE1g56OqPMDaloqUYFuA";

type Row = readonly (string | number | null)[];

/** Names, columns and rows of tables that don't depend on the tracks. */
const fixedTables: readonly (readonly [string, string, readonly Row[]])[] = [
  [
    "station",
    "id name short_name frontend_config timezone media_storage_location_id",
    [
      [1, "Radio Käse 🧀", "kaese", '{"port":8000,"source_pw":"geheim"}', "Europe/Berlin", 1],
      [2, "Other", "other", '{"port":8010}', "UTC", 2],
    ],
  ],
  [
    "station_playlists",
    "id station_id name description type source playback_order is_enabled is_jingle play_per_songs play_per_minutes play_per_hour_minute weight",
    [
      [1, 1, "Rotation", null, "default", "songs", "shuffle", 1, 0, 0, 0, 0, 5],
      [
        2,
        1,
        "D'Jingles",
        "it''s \\ j",
        "once_per_x_songs",
        "songs",
        "sequential",
        1,
        1,
        4,
        0,
        0,
        3,
      ],
      [3, 1, "Morning", "", "default", "songs", "sequential", 1, 0, 0, 0, 0, 3],
      [4, 1, "Elsewhere", null, "default", "remote_url", "random", 1, 0, 0, 0, 0, 3],
      [5, 1, "rotation", null, "once_per_hour", "songs", "random", 0, 0, 0, 0, 15, 3],
      [6, 2, "Not mine", null, "default", "songs", "random", 1, 0, 0, 0, 0, 3],
    ],
  ],
  [
    "station_schedules",
    "id playlist_id streamer_id start_time end_time start_date end_date days loop_once",
    [
      [1, 3, null, 600, 930, null, null, "1,2,3,4,5", 0],
      [2, null, 1, 2230, 30, "2027-03-03", "2027-12-31", "5", 0],
      [3, 3, null, 1200, 1200, null, null, "", 0],
    ],
  ],
  [
    "station_streamers",
    "id station_id streamer_username streamer_password display_name comments is_active",
    [
      [1, 1, "dj_käse", DJ_HASH, "DJ Käse", null, 1],
      [2, 1, "gone", DJ_HASH, "", null, 0],
      [3, 1, "no good name", "x", "", null, 1],
    ],
  ],
  [
    "station_mounts",
    "id station_id name autodj_format",
    [
      [1, 1, "/radio.mp3", "mp3"],
      [2, 1, "/small.aac", "aac"],
    ],
  ],
  ["podcast", "id title", [["1a", "Talk"]]],
];

/**
 * A test dump of AzuraCast's tables as mysqldump writes it: a station with these tracks, two playlists, a schedule,
 * DJs, mounts and history; another station; and the quirks of real dumps: escapes, NULL, comments, rows over several
 * statements, irrelevant tables.
 */
export function azuracastDump(tracks: readonly AzuracastTrack[]): string {
  const media = tracks.map(({ path, title, artist, seconds }, index) => {
    const metadata = { cue_in: 0.25, cue_out: seconds - 0.25, amplify: -2.5, note: "\\ \" ' ;" };
    const cues = index % 3 === 0 ? JSON.stringify(metadata) : null;
    return [index + 1, 1, path, title, artist, seconds, cues, "line one\nline 'two'\r\n(3,4);"];
  });
  const items = tracks.map((_, index) => [index + 1, 1, index + 1, index + 1, 0]);
  const played = tracks.slice(0, 20).map(({ title, artist }, index) => {
    const start =
      index % 2 === 0 ? 1_767_225_600 + index * 200 : `2026-01-02 03:${10 + index}:05.000000`;
    return [index + 1, 1, index + 1, null, title, artist, start, 180.5, 1];
  });
  return [
    "-- MariaDB dump 10.19  Distrib 10.11.6-MariaDB, for debian-linux-gnu (x86_64)",
    "/*!40101 SET NAMES utf8mb4 */;",
    ...fixedTables.map((each) => table(...each)),
    table(
      "station_media",
      "id storage_location_id path title artist length extra_metadata lyrics",
      [...media, [9001, 2, "not-mine.mp3", "Not", "Mine", 10, null, null]],
    ),
    table("station_playlist_media", "id playlist_id media_id weight last_played", [
      ...items,
      [5001, 2, 2, 2, 0],
      [5002, 2, 1, 1, 0],
      [5003, 3, 3, 1, 0],
      [5004, 3, 4, 2, 0],
      [5005, 3, 777_777, 3, 0],
    ]),
    table(
      "song_history",
      "id station_id media_id streamer_id title artist timestamp_start duration is_visible",
      played,
    ),
    "-- Dump completed on 2027-03-01 12:00:00",
    "",
  ].join("\n");
}

/** Like mysqldump, several rows per statement, and from the second on one row per line. */
function table(name: string, columns: string, rows: readonly Row[]): string {
  const first = rows.slice(0, Math.ceil(rows.length / 2));
  const others = rows.slice(first.length);
  const insert = (some: readonly Row[], between: string) =>
    some.length === 0
      ? ""
      : `INSERT INTO \`${name}\` VALUES${between === "," ? " " : "\n"}${some.map((row) => `(${row.map(literal).join(",")})`).join(between)};`;
  return [
    `DROP TABLE IF EXISTS \`${name}\`;`,
    `CREATE TABLE \`${name}\` (`,
    ...columns
      .split(" ")
      .map((column) => `  \`${column}\` varchar(255) DEFAULT NULL COMMENT 'a, b; (c)',`),
    "  PRIMARY KEY (`id`),",
    "  KEY `IDX_ABC` (`id`)",
    ") ENGINE=InnoDB DEFAULT CHARSET=utf8mb4;",
    `LOCK TABLES \`${name}\` WRITE;`,
    insert(first, ","),
    insert(others, ",\n"),
    "UNLOCK TABLES;",
  ].join("\n");
}

function literal(value: string | number | null): string {
  if (value === null) return "NULL";
  if (typeof value === "number") return String(value);
  const escaped = value
    .replaceAll("\\", "\\\\")
    .replaceAll("'", "\\'")
    .replaceAll('"', '\\"')
    .replaceAll("\n", "\\n")
    .replaceAll("\r", "\\r");
  return `'${escaped}'`;
}
