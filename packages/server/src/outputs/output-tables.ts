import { outputCodecs } from "@neonrelay/contract";
import { boolean, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { moment } from "../database/columns.ts";

/** Icecast servers that receive the programme. */
export const streamOutputs = pgTable("stream_outputs", {
  id: uuid("id").primaryKey(),
  /** Codec of the mount that is sent. */
  codec: text("codec", { enum: outputCodecs }).notNull().default("mp3"),
  host: text("host").notNull(),
  port: integer("port").notNull(),
  isTls: boolean("is_tls").notNull(),
  mount: text("mount").notNull(),
  username: text("username").notNull(),
  /** Stored in plain text, since the server needs it; it is only ever sent to that server. */
  password: text("password").notNull(),
  isPublic: boolean("is_public").notNull(),
  isEnabled: boolean("is_enabled").notNull(),
  createdAt: moment("created_at").notNull().defaultNow(),
});
