import {
  programmeColors,
  type ClockSlot,
  type HolidayDay,
  type ShowContent,
  type ShowRequests,
} from "@neonrelay/contract";
import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import { users } from "../accounts/account-tables.ts";
import { moment } from "../database/columns.ts";

/** When a row was last changed. */
const changeMoment = () =>
  moment("changed_at")
    .notNull()
    .defaultNow()
    .$onUpdate(() => sql`now()`);

const bytes = customType<{ data: Buffer }>({ dataType: () => "bytea" });

/** Clocks: what an hour is made of. */
export const clocks = pgTable("clocks", {
  id: uuid("id").primaryKey(),
  name: text("name").notNull(),
  /** Folded, so that names differ in more than case and accents. */
  nameKey: text("name_key").notNull().unique(),
  color: text("color", { enum: programmeColors }).notNull(),
  isFilled: boolean("is_filled").notNull(),
  slots: jsonb("slots").$type<ClockSlot[]>().notNull(),
  version: integer("version").notNull().default(1),
  createdAt: moment("created_at").notNull().defaultNow(),
});

export const shows = pgTable("shows", {
  id: uuid("id").primaryKey(),
  name: text("name").notNull(),
  nameKey: text("name_key").notNull().unique(),
  /** Its address below /shows/; it stays when the name changes. */
  slug: text("slug").notNull().unique(),
  text: text("description").notNull(),
  color: text("color", { enum: programmeColors }).notNull(),
  content: jsonb("content").$type<ShowContent>().notNull(),
  requests: jsonb("requests").$type<ShowRequests>().notNull(),
  version: integer("version").notNull().default(1),
  createdAt: moment("created_at").notNull().defaultNow(),
  changedAt: changeMoment(),
});

/** The hosts of a show, in order. */
export const showHosts = pgTable(
  "show_hosts",
  {
    showId: uuid("show_id")
      .notNull()
      .references(() => shows.id, { onDelete: "cascade" }),
    accountId: uuid("account_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    position: integer("position").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.showId, table.accountId] }),
    index("show_hosts_account_id").on(table.accountId),
  ],
);

/** Stored in the database, so that backups include them. */
export const showPictures = pgTable("show_pictures", {
  showId: uuid("show_id")
    .primaryKey()
    .references(() => shows.id, { onDelete: "cascade" }),
  mediaType: text("media_type").notNull(),
  image: bytes("image").notNull(),
  /** Changes with the picture, so that browsers can cache it. */
  digest: text("digest").notNull(),
});

export const scheduleEntries = pgTable(
  "schedule_entries",
  {
    id: uuid("id").primaryKey(),
    showId: uuid("show_id").references(() => shows.id, { onDelete: "cascade" }),
    clockId: uuid("clock_id").references(() => clocks.id),
    /** Local time; UTC follows from the station's time zone. */
    startsAt: text("starts_at").notNull(),
    durationMinutes: integer("duration_minutes").notNull(),
    repeat: text("repeat"),
    except: text("except_dates").array().notNull(),
    priority: integer("priority").notNull(),
    version: integer("version").notNull().default(1),
    createdAt: moment("created_at").notNull().defaultNow(),
    changedAt: changeMoment(),
  },
  (table) => [
    check("schedule_entries_one_thing", sql`num_nonnulls(${table.showId}, ${table.clockId}) = 1`),
    index("schedule_entries_show_id").on(table.showId),
    index("schedule_entries_clock_id").on(table.clockId),
  ],
);

/** Days with a different schedule. */
export const holidays = pgTable("holidays", {
  id: uuid("id").primaryKey(),
  /** In the station's time zone. */
  date: text("date").notNull(),
  name: text("name").notNull(),
  isYearly: boolean("is_yearly").notNull(),
  day: jsonb("day").$type<HolidayDay>().notNull(),
  version: integer("version").notNull().default(1),
  changedAt: changeMoment(),
});
