import {
  defaultKindRules,
  defaultRequestTurns,
  defaultSeparation,
  djKeyTimes,
  guestQueueActions,
  musicFormats,
  requestPresets,
  type KindRule,
  type LoudnessTarget,
  type OldAddress,
  type Relay,
  type RequestRules,
  type RequestTurns,
  type Retention,
  type Separation,
} from "@neonrelay/contract";
import { boolean, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";

/** One row. */
export const stationSettings = pgTable("station_settings", {
  id: text("id").primaryKey(),
  stationName: text("station_name").notNull().default("Neon Relay"),
  tagline: text("tagline").notNull().default("Synthwave & Cyberpunk Vibes"),
  /** Empty until the first start sets the system's time zone. */
  timeZone: text("time_zone").notNull().default(""),
  controlPanelTitle: text("control_panel_title").notNull().default("Radio Control Panel"),
  email: text("email").notNull().default(""),
  botName: text("bot_name").notNull().default("StreamBot"),
  ircServer: text("irc_server").notNull().default(""),
  /** Key of the hashes that stand for addresses on the station's own IRC server, so that bans by hash keep working. */
  ircCloakKey: uuid("irc_cloak_key").notNull().defaultRandom(),
  primaryColor: text("primary_color").notNull().default("hsl(180, 100%, 50%)"),
  secondaryColor: text("secondary_color").notNull().default("hsl(300, 100%, 50%)"),
  accentColor: text("accent_color").notNull().default("hsl(120, 100%, 50%)"),
  headerTags: jsonb("header_tags")
    .$type<readonly string[]>()
    .notNull()
    .default(["OpenBSD 7.6", "Icecast Server"]),
  genre: text("genre").notNull().default("Synthwave"),
  /** The owner has saved the branding, so even its defaults are chosen. */
  isBrandingOwn: boolean("is_branding_own").notNull().default(false),
  website: text("website").notNull().default(""),
  autoPlay: boolean("auto_play").notNull().default(true),
  ircChannel: text("irc_channel").notNull().default("#neonrelay"),
  announcesShows: boolean("announces_shows").notNull().default(true),
  doesTopicFollowShow: boolean("topic_follows_show").notNull().default(false),
  djKeysWork: text("dj_keys_work", { enum: djKeyTimes }).notNull().default("always"),
  djAddress: text("dj_address").notNull().default(""),
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
  leftOutFormats: text("left_out_formats", { enum: musicFormats }).array().notNull().default([]),
  uploadFormats: text("upload_formats", { enum: musicFormats }).array().notNull().default([]),
  maxUploadMegabytes: integer("max_upload_megabytes").notNull().default(50),
  trashDays: integer("trash_days").notNull().default(30),
  tagOriginalsMegabytes: integer("tag_originals_megabytes").notNull().default(2048),
  allowedStreamHosts: text("allowed_stream_hosts").array().notNull().default([]),
  /** Addresses on the program that the station moved in from; see oldPathOf. */
  oldAddresses: jsonb("old_addresses").$type<OldAddress[]>().notNull().default([]),
  relays: jsonb("relays").$type<Relay[]>().notNull().default([]),
  requestRules: jsonb("request_rules")
    .$type<RequestRules>()
    .notNull()
    .default(requestPresets.generous),
  requestTurns: jsonb("request_turns").$type<RequestTurns>().notNull().default(defaultRequestTurns),
  separation: jsonb("separation").$type<Separation>().notNull().default(defaultSeparation),
  kindRules: jsonb("kind_rules").$type<KindRule[]>().notNull().default(defaultKindRules),
  retention: jsonb("retention")
    .$type<Retention>()
    .notNull()
    .default({ chatDays: 90, commentDays: 0, historyDays: 365, securityEventDays: 90 }),
  /** argon2id. */
  accessCodeHash: text("access_code_hash").notNull(),
});
