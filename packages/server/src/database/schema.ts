import {
  guestQueueActions,
  requestPresets,
  type LoudnessTarget,
  type RequestRules,
  type Retention,
  outputCodecs,
} from "@neonrelay/contract";
import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  customType,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { wordsOf } from "../library/words-of.ts";

/** What PostgreSQL's text search keeps of a text: its words. */
const tsvector = customType<{ data: string }>({ dataType: () => "tsvector" });

export const moment = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });

export const users = pgTable(
  "users",
  {
    id: uuid("id").primaryKey(),
    username: text("username").notNull(),
    name: text("name"),
    email: text("email"),
    /** argon2id; null: cannot sign in until a password is set. */
    passwordHash: text("password_hash"),
    role: text("role").notNull(),
    isActive: boolean("is_active").notNull().default(true),
    createdAt: moment("created_at").notNull().defaultNow(),
    lastLogin: moment("last_login"),
    /** SHA-256 in hexadecimal of the key that DJs broadcast with; null: none. */
    streamKeyHash: text("stream_key_hash"),
    streamKeyCreatedAt: moment("stream_key_created_at"),
    /** Of the services of an IRC network elsewhere: whoever is signed in there has the rights of this account. */
    ircAccount: text("irc_account"),
  },
  (table) => [
    uniqueIndex("users_username_key").on(sql`lower(${table.username})`),
    uniqueIndex("users_email_key").on(sql`lower(${table.email})`),
    uniqueIndex("users_irc_account_key").on(sql`lower(${table.ircAccount})`),
  ],
);

export const sessions = pgTable(
  "sessions",
  {
    /** SHA-256 of the cookie's value, in hexadecimal. */
    tokenHash: text("token_hash").primaryKey(),
    /** null: signed in with the access code. */
    userId: uuid("user_id").references(() => users.id, { onDelete: "cascade" }),
    createdAt: moment("created_at").notNull().defaultNow(),
    expiresAt: moment("expires_at").notNull(),
  },
  (table) => [
    index("sessions_user_id").on(table.userId),
    index("sessions_expires_at").on(table.expiresAt),
  ],
);

export const tracks = pgTable(
  "tracks",
  {
    id: uuid("id").primaryKey(),
    /** `stream`: somebody else's stream; its `path` is the address. */
    kind: text("kind", { enum: ["file", "stream"] })
      .notNull()
      .default("file"),
    /** Of a missing file whose place another track has, `gone:` and the id. */
    path: text("path").notNull().unique(),
    title: text("title").notNull(),
    artist: text("artist").notNull(),
    album: text("album"),
    genre: text("genre"),
    year: integer("year"),
    trackNumber: integer("track_number"),
    discNumber: integer("disc_number"),
    albumArtist: text("album_artist"),
    codec: text("codec").notNull(),
    bitrateKbps: integer("bitrate_kbps"),
    sampleRateHz: integer("sample_rate_hz").notNull(),
    channels: integer("channels").notNull(),
    durationMs: integer("duration_ms").notNull(),
    integratedLufs: real("integrated_lufs"),
    truePeakDbtp: real("true_peak_dbtp"),
    loudnessRangeLu: real("loudness_range_lu"),
    /** By how much its highest peak may pass the limiter's ceiling before the track gets quieter. */
    limiterRoomDb: real("limiter_room_db"),
    /** Loudness as the file's tags have it. */
    tagLufs: real("tag_lufs"),
    /** Measured; null while the track was not. A cue-out of null is the end of the file. */
    cueInMs: integer("cue_in_ms"),
    cueOutMs: integer("cue_out_ms"),
    startNextMs: integer("start_next_ms"),
    /** As an operator wants them; they go before those measured. */
    userCueInMs: integer("user_cue_in_ms"),
    userCueOutMs: integer("user_cue_out_ms"),
    userStartNextMs: integer("user_start_next_ms"),
    /** Which ANALYSIS_VERSION found this. */
    analysisVersion: integer("analysis_version").notNull().default(0),
    artworkName: text("artwork_name"),
    sizeBytes: bigint("size_bytes", { mode: "number" }).notNull(),
    modifiedAtMs: doublePrecision("modified_at_ms").notNull(),
    /** Of the file's content, see readFingerprint; null until it was read for it. */
    fingerprint: text("fingerprint"),
    /** Folded artist and title; compared bytewise, so that both engines page alike. */
    sortKey: text("sort_key").notNull(),
    /** Folded title, artist and album. */
    searchText: text("search_text").notNull(),
    /** The words of the search text, as searchWordsOf splits a search. */
    searchWords: tsvector("search_words")
      .notNull()
      .generatedAlwaysAs(sql.raw(wordsOf("search_text"))),
    /** When the file was found gone; null while it is there. */
    missingSince: moment("missing_since"),
    createdAt: moment("created_at").notNull().defaultNow(),
  },
  (table) => [
    index("tracks_sort_key").on(sql`${table.sortKey} collate "C"`, table.id),
    index("tracks_title").on(sql`${table.searchText} collate "C"`, table.id),
    index("tracks_created_at").on(table.createdAt, table.id),
    index("tracks_size_bytes").on(table.sizeBytes),
    index("tracks_missing")
      .on(table.durationMs)
      .where(sql`${table.missingSince} is not null`),
    index("tracks_without_fingerprint")
      .on(table.id)
      .where(sql`${table.fingerprint} is null`),
    // Without fastupdate: nothing tidies up what it puts off in the embedded database, and searches read all of it.
    index("tracks_search_words").using("gin", table.searchWords).with({ fastupdate: false }),
  ],
);

/** Icecast servers the programme is sent to. */
export const streamOutputs = pgTable("stream_outputs", {
  id: uuid("id").primaryKey(),
  /** Of the mount that is sent. */
  codec: text("codec", { enum: outputCodecs }).notNull().default("mp3"),
  host: text("host").notNull(),
  port: integer("port").notNull(),
  isTls: boolean("is_tls").notNull(),
  mount: text("mount").notNull(),
  username: text("username").notNull(),
  /** As the server wants it, so it can't be hashed. It leaves the station towards that server alone. */
  password: text("password").notNull(),
  isPublic: boolean("is_public").notNull(),
  isEnabled: boolean("is_enabled").notNull(),
  createdAt: moment("created_at").notNull().defaultNow(),
});

export const queueItems = pgTable(
  "queue_items",
  {
    id: uuid("id").primaryKey(),
    trackId: uuid("track_id")
      .notNull()
      .references(() => tracks.id, { onDelete: "cascade" }),
    /** 1 plays next; without gaps, kept so under the lock of queue-store. */
    position: integer("position").notNull(),
    requestedBy: text("requested_by"),
    /** Who asked, as the request rules count: see Requester; null for what no requester asked for. */
    requesterKey: text("requester_key"),
    createdAt: moment("created_at").notNull().defaultNow(),
  },
  (table) => [
    index("queue_items_track_id").on(table.trackId),
    index("queue_items_requester_key").on(table.requesterKey),
  ],
);

/** Every request that was taken, so that the request rules know what was asked for lately. */
export const requests = pgTable(
  "requests",
  {
    id: uuid("id").primaryKey(),
    /** Of the queue; the entry may be gone. */
    entryId: uuid("entry_id").notNull(),
    trackId: uuid("track_id")
      .notNull()
      .references(() => tracks.id, { onDelete: "cascade" }),
    requesterKey: text("requester_key").notNull(),
    /** Of the requester's address, see networkOf, or the host on a network of IRC elsewhere; null of operators, who count for no limit. */
    network: text("network"),
    requestedAt: moment("requested_at").notNull().defaultNow(),
  },
  (table) => [
    index("requests_requested_at").on(table.requestedAt),
    index("requests_requester_key").on(table.requesterKey, table.requestedAt),
    index("requests_track_id").on(table.trackId, table.requestedAt),
    index("requests_entry_id").on(table.entryId),
  ],
);

/** The queue as it was before a change that can be taken back; the newest 20. */
export const queueSnapshots = pgTable("queue_snapshots", {
  id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  change: text("change").notNull(),
  changedBy: text("changed_by").notNull(),
  changedAt: moment("changed_at").notNull().defaultNow(),
  /** Entries in order, without those used up since; parsed when read. */
  entries: jsonb("entries").notNull(),
  /** The entry that the change added, if it added one. */
  addedEntryId: uuid("added_entry_id"),
});

/** What was on air. Positions are milliseconds of the programme. */
export const plays = pgTable(
  "plays",
  {
    id: uuid("id").primaryKey(),
    kind: text("kind", { enum: ["library", "live", "stream"] })
      .notNull()
      .default("library"),
    trackId: uuid("track_id").references(() => tracks.id, { onDelete: "set null" }),
    /** What the titles of one broadcast have in common. */
    sessionId: uuid("session_id"),
    /** Who broadcast, as named then; null unless live. */
    djName: text("dj_name"),
    entryId: uuid("entry_id"),
    title: text("title").notNull(),
    artist: text("artist").notNull(),
    requestedBy: text("requested_by"),
    startMs: doublePrecision("start_ms").notNull(),
    audioStartMs: doublePrecision("audio_start_ms").notNull(),
    startedAtMs: doublePrecision("started_at_ms").notNull(),
    durationMs: integer("duration_ms"),
    endedAtMs: doublePrecision("ended_at_ms"),
    playedMs: doublePrecision("played_ms"),
    endReason: text("end_reason"),
    endDetail: text("end_detail"),
  },
  (table) => [
    index("plays_started_at_ms").on(table.startedAtMs),
    index("plays_track_id").on(table.trackId),
  ],
);

/** Who liked what was on air, once per play. */
export const playLikes = pgTable(
  "play_likes",
  {
    playId: uuid("play_id")
      .notNull()
      .references(() => plays.id, { onDelete: "cascade" }),
    /** See personKey. */
    likerKey: text("liker_key").notNull(),
    likedAt: moment("liked_at").notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.playId, table.likerKey] })],
);

/** The last event of on-air's journal that is stored here; one row. */
export const onAirJournal = pgTable("on_air_journal", {
  id: text("id").primaryKey(),
  journalId: uuid("journal_id").notNull(),
  number: bigint("number", { mode: "number" }).notNull(),
});

/** What the station is told to do; one row. What is measured (listeners, IRC) is never stored. */
export const radioState = pgTable("radio_state", {
  id: text("id").primaryKey(),
  isPlaying: boolean("is_playing").notNull().default(true),
  currentTrackId: uuid("current_track_id").references(() => tracks.id, { onDelete: "set null" }),
  volume: integer("volume").notNull().default(75),
  /** What playing again restores after an emergency stop; null when there was none. */
  volumeBeforeEmergency: integer("volume_before_emergency"),
  /** Whether the mounts are on air. */
  isStreaming: boolean("is_streaming").notNull().default(true),
  /** As chosen; see StreamInfo. */
  audioSource: text("audio_source").notNull().default("automation"),
});

/** One row. */
export const stationSettings = pgTable("station_settings", {
  id: text("id").primaryKey(),
  stationName: text("station_name").notNull().default("Neon Relay"),
  tagline: text("tagline").notNull().default("Synthwave & Cyberpunk Vibes"),
  controlPanelTitle: text("control_panel_title").notNull().default("Radio Control Panel"),
  email: text("email").notNull().default(""),
  botName: text("bot_name").notNull().default("StreamBot"),
  ircServer: text("irc_server").notNull().default(""),
  /** Keys the hashes that stand for addresses on the station's own IRC server, so that bans by them stay true. */
  ircCloakKey: uuid("irc_cloak_key").notNull().defaultRandom(),
  primaryColor: text("primary_color").notNull().default("hsl(180, 100%, 50%)"),
  secondaryColor: text("secondary_color").notNull().default("hsl(300, 100%, 50%)"),
  accentColor: text("accent_color").notNull().default("hsl(120, 100%, 50%)"),
  headerTags: jsonb("header_tags")
    .$type<readonly string[]>()
    .notNull()
    .default(["OpenBSD 7.6", "Icecast Server"]),
  genre: text("genre").notNull().default("Synthwave"),
  website: text("website").notNull().default(""),
  autoPlay: boolean("auto_play").notNull().default(true),
  ircChannel: text("irc_channel").notNull().default("#neonrelay"),
  bitrateKbps: integer("bitrate_kbps").notNull().default(192),
  sampleRateHz: integer("sample_rate_hz").notNull().default(44_100),
  channels: integer("channels").notNull().default(2),
  isOpusOn: boolean("opus_on").notNull().default(false),
  opusBitrateKbps: integer("opus_bitrate_kbps").notNull().default(96),
  isAacOn: boolean("aac_on").notNull().default(false),
  aacBitrateKbps: integer("aac_bitrate_kbps").notNull().default(128),
  isHlsOn: boolean("hls_on").notNull().default(false),
  maxListeners: integer("max_listeners").notNull().default(1000),
  loudnessTargetLufs: integer("loudness_target_lufs")
    .$type<LoudnessTarget>()
    .notNull()
    .default(-16),
  commentsEnabled: boolean("comments_enabled").notNull().default(true),
  registrationEnabled: boolean("registration_enabled").notNull().default(false),
  maintenanceMode: boolean("maintenance_mode").notNull().default(false),
  guestQueueActions: text("guest_queue_actions", { enum: guestQueueActions })
    .notNull()
    .default("full"),
  streamLimitMinutes: integer("stream_limit_minutes").notNull().default(60),
  shortestTrackSeconds: integer("shortest_track_seconds").notNull().default(1),
  allowedStreamHosts: text("allowed_stream_hosts").array().notNull().default([]),
  requestRules: jsonb("request_rules")
    .$type<RequestRules>()
    .notNull()
    .default(requestPresets.generous),
  retention: jsonb("retention")
    .$type<Retention>()
    .notNull()
    .default({ chatDays: 90, commentDays: 0, historyDays: 365, securityEventDays: 90 }),
  /** argon2id. */
  accessCodeHash: text("access_code_hash").notNull(),
});

/** Whose data these are, and which program opened them last. */
export const stationData = pgTable("station_data", {
  id: text("id").primaryKey(),
  stationId: uuid("station_id").notNull(),
  program: text("program").notNull(),
  openedAt: moment("opened_at").notNull().defaultNow(),
});
