import { deviceKinds } from "@neonrelay/on-air/protocol";
import {
  bigint,
  boolean,
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import { plays } from "../history/play-tables.ts";

/** Listening sessions, without anything that identifies a person. Times are ms since 1970. */
export const listeningSessions = pgTable(
  "listening_sessions",
  {
    id: uuid("id").primaryKey(),
    mount: text("mount").notNull(),
    via: text("via", { enum: ["stream", "web", "edge"] }).notNull(),
    edge: text("edge"),
    player: text("player").notNull(),
    device: text("device", { enum: deviceKinds }).notNull(),
    country: text("country"),
    subdivision: text("subdivision"),
    startedAtMs: doublePrecision("started_at_ms").notNull(),
    /** While it is open: up to where it is known. */
    endedAtMs: doublePrecision("ended_at_ms").notNull(),
    seconds: doublePrecision("seconds").notNull(),
    bytes: bigint("bytes", { mode: "number" }).notNull(),
    isOpen: boolean("is_open").notNull(),
  },
  (table) => [
    index("listening_sessions_started_at_ms").on(table.startedAtMs),
    index("listening_sessions_ended_at_ms").on(table.endedAtMs),
  ],
);

/** Sums of the ledger by hour or station day, by what listeners have in common. */
export const listeningRollups = pgTable(
  "listening_rollups",
  {
    span: text("span", { enum: ["hour", "day"] }).notNull(),
    /** An hour: all, mount, country. A day: mount, country, player, device, edge, via. */
    dimension: text("dimension", {
      enum: ["all", "mount", "country", "player", "device", "edge", "via"],
    }).notNull(),
    /** Start of the hour or day in the station's time zone at that time, ms since 1970. */
    atMs: doublePrecision("at_ms").notNull(),
    /** Empty: unknown, or does not apply. `other`: what exceeds the number of values. */
    value: text("value").notNull(),
    seconds: doublePrecision("seconds").notNull(),
    bytes: bigint("bytes", { mode: "number" }).notNull(),
    /** Sessions that began then, and that ended. */
    began: integer("began").notNull(),
    ended: integer("ended").notNull(),
    /** Of `began`: on-air had no room for their rows, so nothing else is known of them. */
    lost: integer("lost").notNull(),
    /** Highest number of listeners that on-air reported; only of `all`, and null if unknown. */
    peak: integer("peak"),
  },
  (table) => [primaryKey({ columns: [table.span, table.dimension, table.atMs, table.value] })],
);

/** What is known of each station day. */
export const listeningDays = pgTable("listening_days", {
  day: date("day").primaryKey(),
  /** null: not counted yet, see `listening_hashes`. */
  uniques: integer("uniques"),
  peak: integer("peak"),
  /** Sessions that began on that day. */
  sessions: integer("sessions").notNull(),
  /** Of these: on-air had no room for their rows. */
  lost: integer("lost").notNull(),
  seconds: doublePrecision("seconds").notNull(),
});

/** Listeners of a day that is not counted yet. The salt of the hashes is erased at midnight. */
export const listeningHashes = pgTable(
  "listening_hashes",
  { day: date("day").notNull(), hash: text("hash").notNull() },
  (table) => [primaryKey({ columns: [table.day, table.hash] })],
);

/** What listeners did during a play, while it was the newest one on air. */
export const playAudience = pgTable("play_audience", {
  playId: uuid("play_id")
    .primaryKey()
    .references(() => plays.id, { onDelete: "cascade" }),
  seconds: doublePrecision("seconds").notNull(),
  /** Listeners at its start and end. */
  atStart: integer("at_start").notNull(),
  atEnd: integer("at_end").notNull(),
  /** Sessions that began during it, and that ended. */
  joined: integer("joined").notNull(),
  left: integer("left").notNull(),
  /** Of these, within 30 s of hearing it. */
  leftEarly: integer("left_early").notNull(),
  /** Listener seconds by mount, and by country. */
  mounts: jsonb("mounts").$type<Readonly<Record<string, number>>>().notNull(),
  countries: jsonb("countries").$type<Readonly<Record<string, number>>>().notNull(),
});

/** The last row of on-air's ledger stored here; one row. */
export const audiencePosition = pgTable("audience_position", {
  id: text("id").primaryKey(),
  ledgerId: uuid("ledger_id").notNull(),
  number: bigint("number", { mode: "number" }).notNull(),
});
