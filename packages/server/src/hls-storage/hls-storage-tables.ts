import { defaultHlsStorage, type S3Store } from "@neonrelay/contract";
import { boolean, jsonb, pgTable, text } from "drizzle-orm/pg-core";

/** One row; none until the first change. */
export const hlsStorages = pgTable("hls_storages", {
  id: text("id").primaryKey(),
  isOn: boolean("is_on").notNull().default(defaultHlsStorage.isOn),
  /** With its secret, which the storage needs in plain text; it only leaves the station towards on-air. */
  store: jsonb("store").$type<S3Store | null>(),
  publicUrl: text("public_url").notNull().default(defaultHlsStorage.publicUrl),
});
