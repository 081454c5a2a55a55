import {
  djKeyTimes,
  guestQueueActions,
  musicFormats,
  initialSettings,
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
import { setUpAnswers } from "./settings-rules.ts";

/** One row. */
export const stationSettings = pgTable("station_settings", {
  id: text("id").primaryKey(),
  stationName: text("station_name").notNull().default(initialSettings.stationName),
  tagline: text("tagline").notNull().default(initialSettings.tagline),
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
  setUpAnswers: text("set_up_answers", { enum: setUpAnswers }).array().notNull().default([]),
  website: text("website").notNull().default(""),
  autoPlay: boolean("auto_play").notNull().default(initialSettings.autoPlay),
  ircChannel: text("irc_channel").notNull().default(initialSettings.ircChannel),
  announcesShows: boolean("announces_shows").notNull().default(initialSettings.announcesShows),
  doesTopicFollowShow: boolean("topic_follows_show")
    .notNull()
    .default(initialSettings.doesTopicFollowShow),
  djKeysWork: text("dj_keys_work", { enum: djKeyTimes })
    .notNull()
    .default(initialSettings.djKeysWork),
  djAddress: text("dj_address").notNull().default(initialSettings.djAddress),
  bitrateKbps: integer("bitrate_kbps").notNull().default(initialSettings.bitrate),
  sampleRateHz: integer("sample_rate_hz").notNull().default(44_100),
  channels: integer("channels").notNull().default(2),
  isOpusOn: boolean("opus_on").notNull().default(false),
  opusBitrateKbps: integer("opus_bitrate_kbps").notNull().default(96),
  isAacOn: boolean("aac_on").notNull().default(false),
  aacBitrateKbps: integer("aac_bitrate_kbps").notNull().default(128),
  isHlsOn: boolean("hls_on").notNull().default(false),
  maxListeners: integer("max_listeners").notNull().default(initialSettings.maxListeners),
  loudnessTargetLufs: integer("loudness_target_lufs")
    .$type<LoudnessTarget>()
    .notNull()
    .default(initialSettings.loudnessTargetLufs),
  commentsEnabled: boolean("comments_enabled").notNull().default(initialSettings.commentsEnabled),
  registrationEnabled: boolean("registration_enabled")
    .notNull()
    .default(initialSettings.registrationEnabled),
  maintenanceMode: boolean("maintenance_mode").notNull().default(initialSettings.maintenanceMode),
  guestQueueActions: text("guest_queue_actions", { enum: guestQueueActions })
    .notNull()
    .default(initialSettings.guestQueueActions),
  streamLimitMinutes: integer("stream_limit_minutes")
    .notNull()
    .default(initialSettings.streamLimitMinutes),
  shortestTrackSeconds: integer("shortest_track_seconds")
    .notNull()
    .default(initialSettings.shortestTrackSeconds),
  leftOutFormats: text("left_out_formats", { enum: musicFormats })
    .array()
    .notNull()
    .default(initialSettings.leftOutFormats),
  uploadFormats: text("upload_formats", { enum: musicFormats })
    .array()
    .notNull()
    .default(initialSettings.uploadFormats),
  maxUploadMegabytes: integer("max_upload_megabytes")
    .notNull()
    .default(initialSettings.maxUploadMegabytes),
  trashDays: integer("trash_days").notNull().default(initialSettings.trashDays),
  listeningSessionDays: integer("listening_session_days")
    .notNull()
    .default(initialSettings.listeningSessionDays),
  tagOriginalsMegabytes: integer("tag_originals_megabytes")
    .notNull()
    .default(initialSettings.tagOriginalsMegabytes),
  allowedStreamHosts: text("allowed_stream_hosts")
    .array()
    .notNull()
    .default(initialSettings.allowedStreamHosts),
  /** Addresses on the program that the station moved in from; see oldPathOf. */
  oldAddresses: jsonb("old_addresses")
    .$type<OldAddress[]>()
    .notNull()
    .default(initialSettings.oldAddresses),
  relays: jsonb("relays").$type<Relay[]>().notNull().default(initialSettings.relays),
  requestRules: jsonb("request_rules")
    .$type<RequestRules>()
    .notNull()
    .default(initialSettings.requestRules),
  requestTurns: jsonb("request_turns")
    .$type<RequestTurns>()
    .notNull()
    .default(initialSettings.requestTurns),
  separation: jsonb("separation").$type<Separation>().notNull().default(initialSettings.separation),
  kindRules: jsonb("kind_rules").$type<KindRule[]>().notNull().default(initialSettings.kindRules),
  retention: jsonb("retention").$type<Retention>().notNull().default(initialSettings.retention),
  /** argon2id. */
  accessCodeHash: text("access_code_hash").notNull(),
});
