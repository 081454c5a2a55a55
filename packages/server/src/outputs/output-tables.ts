import { outputCodecs } from "@neonrelay/contract";
import { boolean, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { moment } from "../database/columns.ts";

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
