import { sql } from "drizzle-orm";
import { boolean, index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { moment } from "../database/columns.ts";

export const users = pgTable(
  "users",
  {
    id: uuid("id").primaryKey(),
    username: text("username").notNull(),
    name: text("name"),
    email: text("email"),
    /** argon2id; null: can't sign in until a password is set. */
    passwordHash: text("password_hash"),
    role: text("role").notNull(),
    isActive: boolean("is_active").notNull().default(true),
    createdAt: moment("created_at").notNull().defaultNow(),
    lastLogin: moment("last_login"),
    /** SHA-256 in hexadecimal of the key that DJs broadcast with; null: none. */
    streamKeyHash: text("stream_key_hash"),
    streamKeyCreatedAt: moment("stream_key_created_at"),
    /** SHA-256 in hexadecimal of the token with which its owner may set a password; null: none. */
    invitationHash: text("invitation_hash"),
    invitationExpiresAt: moment("invitation_expires_at"),
    /** On the services of an external IRC network: a user signed in to it there has this account's rights. */
    ircAccount: text("irc_account"),
  },
  (table) => [
    uniqueIndex("users_username_key").on(sql`lower(${table.username})`),
    uniqueIndex("users_email_key").on(sql`lower(${table.email})`),
    uniqueIndex("users_invitation_hash_key").on(table.invitationHash),
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
