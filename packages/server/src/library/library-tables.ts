import { sql } from "drizzle-orm";
import { contentKinds, trackFields } from "@neonrelay/contract";
import {
  bigint,
  boolean,
  customType,
  doublePrecision,
  index,
  integer,
  pgTable,
  real,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import { moment } from "../database/columns.ts";
import type { AlbumLevel } from "./gain-rules.ts";
import {
  albumKey,
  albumKeyOf,
  bitrateKey,
  discKey,
  genreDigest,
  genreKey,
  trackKey,
  yearKey,
} from "./group-keys.ts";
import { UNTYPED, WORD_BREAKS } from "./search-rules.ts";

/** The words of a text, as PostgreSQL's text search stores them. */
const tsvector = customType<{ data: string }>({ dataType: () => "tsvector" });

export const tracks = pgTable(
  "tracks",
  {
    id: uuid("id").primaryKey(),
    /**
     * `stream`: an external stream, whose `path` is the address. `source`: from a music source, with a `path` in the
     * cache.
     */
    kind: text("kind", { enum: ["file", "stream", "source"] })
      .notNull()
      .default("file"),
    /** `gone:` and the id when the file is missing and another track has its place. */
    path: text("path").notNull().unique(),
    title: text("title").notNull(),
    /** Several artists joined; "" without one. */
    artist: text("artist").notNull(),
    artists: text("artists").array().notNull(),
    /** The folded artists, in the same order. */
    artistKeys: text("artist_keys").array().notNull(),
    album: text("album"),
    genre: text("genre"),
    year: integer("year"),
    trackNumber: integer("track_number"),
    discNumber: integer("disc_number"),
    /** Several album artists joined. */
    albumArtist: text("album_artist"),
    albumArtists: text("album_artists").array().notNull(),
    isrc: text("isrc"),
    label: text("label"),
    language: text("language"),
    /** null: unknown. */
    isExplicit: boolean("is_explicit"),
    /** The station's own tags, which are in no file. */
    ownTags: text("own_tags").array().notNull().default([]),
    /** Fields that an operator set and that are not in the file: re-reading the file leaves them alone. */
    fieldsByHand: text("fields_by_hand", { enum: trackFields }).array().notNull().default([]),
    codec: text("codec").notNull(),
    bitrateKbps: integer("bitrate_kbps"),
    sampleRateHz: integer("sample_rate_hz").notNull(),
    channels: integer("channels").notNull(),
    durationMs: integer("duration_ms").notNull(),
    integratedLufs: real("integrated_lufs"),
    truePeakDbtp: real("true_peak_dbtp"),
    loudnessRangeLu: real("loudness_range_lu"),
    /** How far the highest peak may exceed the limiter's ceiling before the track must be quieter. */
    limiterRoomDb: real("limiter_room_db"),
    /** Level of the quietest audible 10 s, in dBFS; null: not measured, as in older analyses. */
    quietestDb: real("quietest_db"),
    /** Mean of the samples; null: not measured. */
    dcOffset: real("dc_offset"),
    /** Loudness from the file's tags. */
    tagLufs: real("tag_lufs"),
    /** Measured; null while the track was not. A null cue-out is the end of the file. */
    cueInMs: integer("cue_in_ms"),
    cueOutMs: integer("cue_out_ms"),
    startNextMs: integer("start_next_ms"),
    /** Set by an operator; they override the measured ones. */
    userCueInMs: integer("user_cue_in_ms"),
    userCueOutMs: integer("user_cue_out_ms"),
    userStartNextMs: integer("user_start_next_ms"),
    /** null: chosen by the join. */
    userFadeInMs: integer("user_fade_in_ms"),
    userFadeOutMs: integer("user_fade_out_ms"),
    /** Added to the gain that reaches the station's loudness. */
    userGainDb: real("user_gain_db"),
    /** The ANALYSIS_VERSION that produced these values. */
    analysisVersion: integer("analysis_version").notNull().default(0),
    contentKind: text("content_kind", { enum: contentKinds }).notNull().default("music"),
    /** If false, the station's rules decide the kind. */
    isKindByHand: boolean("is_kind_by_hand").notNull().default(false),
    /** The file's own kind, from KIND_TAG. */
    kindTag: text("kind_tag"),
    /** How often it plays compared with others of its playlist, in percent. */
    weightPercent: integer("weight_percent").notNull().default(100),
    /** Whether the station may choose it; requests play it anyway. */
    isInRotation: boolean("is_in_rotation").notNull().default(true),
    artworkName: text("artwork_name"),
    /** Where the sound is: `away` is at a music source, to be fetched; `out-of-reach` can't be fetched now. */
    sound: text("sound", { enum: ["here", "away", "out-of-reach"] })
      .notNull()
      .default("here"),
    sizeBytes: bigint("size_bytes", { mode: "number" }).notNull(),
    modifiedAtMs: doublePrecision("modified_at_ms").notNull(),
    /** Of the file's content, see readFingerprint; null until computed. */
    fingerprint: text("fingerprint"),
    /** Folded artist and title; compared bytewise, so that both databases page alike. */
    sortKey: text("sort_key").notNull(),
    /** Folded title, artist and album. */
    searchText: text("search_text").notNull(),
    /** The words of the search text, split as searchWordsOf splits a search. */
    searchWords: tsvector("search_words")
      .notNull()
      .generatedAlwaysAs(sql.raw(wordsOf("search_text"))),
    /** When the file was found missing; null while it exists. */
    missingSince: moment("missing_since"),
    createdAt: moment("created_at").notNull().defaultNow(),
  },
  (table) => [
    index("tracks_with_dc_offset")
      .on(table.album)
      .where(sql`abs(${table.dcOffset}) > 0.001`),
    index("tracks_sort_key").on(sql`${table.sortKey} collate "C"`, table.id),
    index("tracks_title").on(sql`${table.searchText} collate "C"`, table.id),
    index("tracks_created_at").on(table.createdAt, table.id),
    index("tracks_album").on(
      sql.raw(`(${albumKey}) collate "C"`),
      sql.raw(`(${discKey})`),
      sql.raw(`(${trackKey})`),
      table.id,
    ),
    index("tracks_genre").on(sql.raw(`(${genreKey}) collate "C"`), table.id),
    index("tracks_year").on(sql.raw(`(${yearKey})`), sql`${table.sortKey} collate "C"`, table.id),
    index("tracks_duration").on(table.durationMs, table.id),
    index("tracks_bitrate").on(sql.raw(`(${bitrateKey})`), table.id),
    // Tracks of a kind or a genre, by artist: a page reads only its own rows, however many there are.
    index("tracks_content_kind").on(table.contentKind, sql`${table.sortKey} collate "C"`, table.id),
    index("tracks_genre_by_artist").on(
      sql.raw(`(${genreDigest})`),
      sql`${table.sortKey} collate "C"`,
      table.id,
    ),
    index("tracks_streams")
      .on(table.id)
      .where(sql`${table.kind} = 'stream'`),
    index("tracks_artist_keys").using("gin", table.artistKeys).with({ fastupdate: false }),
    index("tracks_own_tags").using("gin", table.ownTags).with({ fastupdate: false }),
    index("tracks_size_bytes").on(table.sizeBytes),
    index("tracks_missing")
      .on(table.durationMs)
      .where(sql`${table.missingSince} is not null`),
    index("tracks_without_fingerprint")
      .on(table.id)
      .where(sql`${table.fingerprint} is null`),
    // Without fastupdate: the embedded database never cleans up its pending list, which every search would read whole.
    index("tracks_search_words").using("gin", table.searchWords).with({ fastupdate: false }),
    // A sixteenth of the library, by the random first byte of the id: enough for what a search of common words shows.
    index("tracks_search_words_sample")
      .using("gin", table.searchWords)
      .with({ fastupdate: false })
      .where(sql`get_byte(uuid_send(${table.id}), 0) < 16`),
  ],
);

/** Every word that is or was in the library, to compare misspelled words with. */
export const libraryWords = pgTable(
  "library_words",
  { word: text("word").primaryKey() },
  (table) => [
    index("library_words_alike")
      .using("gin", sql`${table.word} gin_trgm_ops`)
      .with({ fastupdate: false }),
    // Forwards and backwards: a misspelled word's neighbours in either order are similar to it.
    index("library_words_forwards").on(sql`${table.word} collate "C"`),
    index("library_words_backwards").on(sql`reverse(${table.word}) collate "C"`),
  ],
);

/** Files that could not become tracks, recorded so that unchanged ones are not tried again. */
export const refusedFiles = pgTable("refused_files", {
  path: text("path").primaryKey(),
  reason: text("reason").notNull(),
  /** For a file refused as too short; null: it can't be read. */
  durationMs: integer("duration_ms"),
  sizeBytes: bigint("size_bytes", { mode: "number" }).notNull(),
  modifiedAtMs: doublePrecision("modified_at_ms").notNull(),
  refusedAt: moment("refused_at").notNull().defaultNow(),
});

/** Folders added with `station import`, read in place like MUSIC_DIRS. */
export const musicFolders = pgTable("music_folders", {
  path: text("path").primaryKey(),
  addedAt: moment("added_at").notNull().defaultNow(),
});

/** No disc has more tracks: an "album" beyond this is a collection. */
const MAX_DISC_TRACKS = 200;

/** [P21] Loudness and peak of a track's whole disc; null: no disc, the only track on it, or nothing measured. */
export const albumLevel = sql<AlbumLevel | null>`(
    select jsonb_build_object(
      'integratedLufs', 10 * log(sum(duration_ms * power(10, lufs / 10)) / sum(duration_ms)),
      'truePeakDbtp', max(peak_dbtp))
    from (
      select duration_ms::double precision, coalesce(integrated_lufs, tag_lufs)::double precision as lufs,
        (true_peak_dbtp - coalesce(limiter_room_db, 0))::double precision as peak_dbtp
      from tracks as other
      where "tracks"."album" is not null and "tracks"."track_number" is not null
        and ${sql.raw(albumKeyOf("other."))} collate "C" = ${sql.raw(albumKeyOf(`"tracks".`))}
        and coalesce(other.disc_number, 1) = coalesce("tracks"."disc_number", 1)
        and other.track_number is not null and other.duration_ms > 0
        and coalesce(other.integrated_lufs, other.tag_lufs) is not null
      limit ${sql.raw(String(MAX_DISC_TRACKS + 1))}) as disc
    having count(*) between 2 and ${sql.raw(String(MAX_DISC_TRACKS))})`.as("album_level");

/**
 * An offset above a thousandth of full scale. All tracks of an album are treated alike, since they may join seamlessly.
 */
export const hasDcOffset = sql`(abs("tracks"."dc_offset") > 0.001 or exists (
    select from "tracks" as other where other.album = "tracks"."album"
      and coalesce(other.album_artist, other.artists[1], '') = coalesce("tracks"."album_artist", "tracks"."artists"[1], '')
      and abs(other.dc_offset) > 0.001)) is true`
  .mapWith(Boolean)
  .as("has_dc_offset");

/** SQL that splits a folded text, using only immutable functions, as a generated column requires. */
export function wordsOf(column: string): string {
  const from = `${WORD_BREAKS}${UNTYPED}`.replaceAll("'", "''");
  const to = " ".repeat(WORD_BREAKS.length);
  return `array_to_tsvector(array_remove(string_to_array(translate(${column}, '${from}', '${to}'), ' '), ''))`;
}
