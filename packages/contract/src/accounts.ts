import * as z from "zod/mini";
import { defineCalls } from "./call.ts";
import { rights } from "./rights.ts";
import { stationPolicySchema } from "./station-policy.ts";

export const roles = ["listener", "dj", "moderator", "admin", "super_admin"] as const;

export type Role = (typeof roles)[number];

/** Minimum length of a password, in characters. */
export const SHORTEST_PASSWORD = 10;

export const accountSchema = z.object({
  id: z.uuid(),
  username: z.string(),
  name: z.nullable(z.string()),
  email: z.nullable(z.string()),
  role: z.enum(roles),
  isActive: z.boolean(),
  /** False until a password is set. */
  canSignIn: z.boolean(),
  /** Until when an invitation works; null: there is none. */
  invitedUntil: z.nullable(z.iso.datetime()),
  createdAt: z.iso.datetime(),
  lastLogin: z.nullable(z.iso.datetime()),
  /** The account name at another IRC network's services; a user logged in to it there has this account's rights. */
  ircAccount: z.nullable(z.string()),
});

export type Account = z.infer<typeof accountSchema>;

export const sessionSchema = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("guest"),
    rights: z.array(z.enum(rights)),
    policy: stationPolicySchema,
  }),
  z.object({
    kind: z.literal("user"),
    username: z.string(),
    /** Display name; null while the account has none. */
    name: z.nullable(z.string()),
    email: z.nullable(z.string()),
    role: z.enum(roles),
    /** On another IRC network, see accountSchema. */
    ircAccount: z.nullable(z.string()),
    /** The account's last sign-in, here or in another browser. */
    lastLogin: z.nullable(z.iso.datetime()),
    rights: z.array(z.enum(rights)),
    policy: stationPolicySchema,
  }),
  z.object({
    kind: z.literal("access-code"),
    role: z.literal("admin"),
    rights: z.array(z.enum(rights)),
    policy: stationPolicySchema,
  }),
]);

export type Session = z.infer<typeof sessionSchema>;

export const accountsCalls = defineCalls({
  enterAccessCode: {
    method: "POST",
    path: "/api/auth/access-code",
    response: sessionSchema,
  },
  login: {
    method: "POST",
    path: "/api/users/login",
    response: z.object({
      username: z.string(),
      email: z.nullable(z.string()),
      role: z.enum(roles),
    }),
  },
  logout: {
    method: "POST",
    path: "/api/users/logout",
    response: z.object({ signedOut: z.boolean() }),
  },
  getSession: {
    method: "GET",
    path: "/api/session",
    response: sessionSchema,
  },
});

export const usersCalls = defineCalls({
  register: {
    method: "POST",
    path: "/api/users/register",
    response: z.object({
      username: z.string(),
      email: z.nullable(z.string()),
      role: z.enum(roles),
    }),
  },
  changeOwnPassword: {
    method: "POST",
    path: "/api/users/password",
    response: z.object({ changed: z.literal(true) }),
  },
  changeOwnName: {
    method: "PUT",
    path: "/api/users/name",
    response: z.object({ name: z.nullable(z.string()) }),
  },
  listUsers: {
    method: "GET",
    path: "/api/users",
    response: z.array(accountSchema),
  },
  createUser: {
    method: "POST",
    path: "/api/users",
    response: accountSchema,
  },
  updateUser: {
    method: "PUT",
    path: "/api/users/:id",
    response: accountSchema,
  },
  inviteUser: {
    method: "POST",
    path: "/api/users/:id/invitation",
    /** The page where the account's owner sets a password; only this response has it. */
    response: z.object({ path: z.string(), expiresAt: z.iso.datetime() }),
  },
  withdrawInvitation: {
    method: "DELETE",
    path: "/api/users/:id/invitation",
    response: z.object({ withdrawn: z.boolean() }),
  },
  acceptInvitation: {
    method: "POST",
    path: "/api/users/accept-invitation",
    response: z.object({
      username: z.string(),
      email: z.nullable(z.string()),
      role: z.enum(roles),
    }),
  },
  deleteUser: {
    method: "DELETE",
    path: "/api/users/:id",
    response: z.object({ deleted: z.literal(true) }),
  },
});
