/** A track as stored by LibreTime. */
interface LibretimeTrack {
  /** Relative to the storage. */
  readonly path: string;
  readonly title: string;
  readonly artist: string;
  readonly seconds: number;
}

type Row = readonly (string | number | null)[];

/** Names, columns and rows of tables that don't depend on the tracks. */
const fixedTables: readonly (readonly [string, string, readonly Row[]])[] = [
  [
    "cc_playlist",
    "id name description",
    [
      [1, "Evening\tshow", "two\nlines"],
      [2, "Empty", null],
    ],
  ],
  [
    "cc_playlistcontents",
    "id playlist_id file_id block_id stream_id type position cuein",
    [
      [1, 1, 2, null, null, 0, 1, "00:00:00"],
      [2, 1, 1, null, null, 0, 0, "00:00:01"],
      [3, 1, null, 1, null, 2, 2, "00:00:00"],
      [4, 1, 99, null, null, 0, 3, "00:00:00"],
    ],
  ],
  [
    "cc_block",
    "id name description type",
    [
      [1, "Fixed", "", "static"],
      [2, "Jazz", "", "dynamic"],
    ],
  ],
  ["cc_blockcontents", "id block_id file_id position", [[1, 1, 3, 0]]],
  [
    "cc_blockcriteria",
    "id criteria modifier value extra block_id",
    [[1, "genre", "contains", "Jazz", null, 2]],
  ],
  [
    "cc_show",
    "id name description live_stream_using_airtime_auth live_stream_using_custom_auth has_autoplaylist autoplaylist_id",
    [
      [1, "Late Night", "With \\ backslash", "t", "f", "f", null],
      [2, "Breakfast", "", "f", "f", "t", 1],
    ],
  ],
  [
    "cc_show_days",
    "id first_show last_show start_time timezone duration day repeat_type show_id",
    [
      [1, "2027-03-02", null, "22:00:00", "Europe/Prague", "02:00", 2, 0, 1],
      [2, "2027-03-03", "2027-06-01", "06:30:00", "Europe/Prague", "01:30", 3, 1, 2],
      [3, "2027-03-09", null, "12:00:00", "UTC", "01:00", 2, 3, 2],
      [4, "2027-03-10", "2027-03-11", "12:00:00", "Europe/Prague", "01:00", null, -1, 2],
    ],
  ],
  ["cc_show_hosts", "id show_id subjs_id", [[1, 1, 2]]],
  [
    "cc_subjs",
    "id login pass type first_name last_name email",
    [
      [1, "admin", "5f4dcc3b5aa765d61d8327deb882cf99", "A", "", "", null],
      [2, "jana", "5f4dcc3b5aa765d61d8327deb882cf99", "H", "Jana", "Nová", "jana@example.org"],
      [3, "guest", "", "G", "", "", null],
    ],
  ],
  [
    "cc_pref",
    "id subjid keystr valstr",
    [
      [1, null, "timezone", "Europe/Prague"],
      [2, 2, "timezone", "UTC"],
    ],
  ],
  [
    "cc_stream_setting",
    "keyname value type",
    [
      ["s1_enable", "true", "boolean"],
      ["s1_mount", "airtime_128", "string"],
      ["s1_type", "ogg", "string"],
      ["s2_enable", "false", "boolean"],
      ["s2_mount", "airtime_64", "string"],
    ],
  ],
  [
    "cc_playout_history",
    "id file_id starts ends instance_id",
    [
      [1, 1, "2026-03-01 10:00:00", "2026-03-01 10:03:00", 1],
      [2, null, "2026-03-01 10:03:00", null, 1],
    ],
  ],
  [
    "cc_playout_history_metadata",
    "id history_id key value",
    [
      [1, 2, "track_title", "Unknown"],
      [2, 2, "artist_name", "Jazzband"],
    ],
  ],
  ["cc_webstream", "id name", [[1, "Elsewhere"]]],
];

/** A test dump of LibreTime's tables as pg_dump writes it, with the quirks of real dumps. */
export function libretimeDump(tracks: readonly LibretimeTrack[]): string {
  const files = tracks.map(({ path, title, artist, seconds }, index) => {
    const length = `00:00:${seconds.toFixed(6).padStart(9, "0")}`;
    const cueIn = index % 2 === 0 ? "00:00:00.5" : "00:00:00";
    return [index + 1, path, title, artist, length, cueIn, length, "f", "it's\t\\ ;"];
  });
  return [
    "--\n-- PostgreSQL database dump\n--\n",
    "SET standard_conforming_strings = on;",
    'CREATE TABLE public.cc_files (\n    id integer NOT NULL,\n    "filepath" text\n);\n',
    ...fixedTables.map((each) => copy(...each)),
    copy(
      "cc_files",
      "id filepath track_title artist_name length cuein cueout hidden comments",
      files,
    ),
    "SELECT pg_catalog.setval('public.cc_files_id_seq', 3, true);",
    "--\n-- PostgreSQL database dump complete\n--\n",
  ].join("\n");
}

function copy(name: string, columns: string, rows: readonly Row[]): string {
  return [
    `COPY public.${name} (${columns.split(" ").join(", ")}) FROM stdin;`,
    ...rows.map((row) => row.map(literal).join("\t")),
    "\\.\n",
  ].join("\n");
}

function literal(value: string | number | null): string {
  if (value === null) return "\\N";
  return String(value).replaceAll("\\", "\\\\").replaceAll("\t", "\\t").replaceAll("\n", "\\n");
}
