import * as z from "zod/mini";
import { SHORTEST_PASSWORD, accountsCalls, roles, usersCalls } from "./accounts.ts";
import { defineApi } from "./endpoint.ts";
import { settingsExample } from "./settings-api.ts";
import { stationPolicySchema } from "./station-policy.ts";
import { blankTrimmed } from "./texts.ts";

/** A valid username for a new account. */
export const usernameSchema = z
  .string()
  .check(
    z.trim(),
    z.normalize("NFC"),
    z.minLength(2, "use at least 2 characters"),
    z.maxLength(40, "use at most 40 characters"),
    z.regex(/^[\p{L}\p{N}_.-]+$/u, "use letters, digits, _ . and - only"),
    z.regex(/^\P{Default_Ignorable_Code_Point}*$/u, "leave out letters that can't be seen"),
  );

const newPasswordSchema = z
  .string()
  .check(
    z.minLength(SHORTEST_PASSWORD, `use at least ${SHORTEST_PASSWORD} characters`),
    z.maxLength(1000),
  );

/** The account name at an IRC network's services; '' for none. */
const ircAccountSchema = z
  .string()
  .check(
    z.trim(),
    z.maxLength(64),
    z.regex(/^[^\s\p{C}:,*?!@]*$/u, "enter only the account name, as the network shows it"),
  );

/** The display name; '' for none. */
const displayNameSchema = z
  .string()
  .check(
    blankTrimmed,
    z.maxLength(100),
    z.regex(/^\P{Cc}*$/u, "leave out line breaks and control characters"),
  );

const emailSchema = z.string().check(z.trim(), z.maxLength(200), z.email("enter an email address"));

const examplePolicy = stationPolicySchema.parse(settingsExample);

const exampleAccessCodeSession = {
  kind: "access-code",
  role: "admin",
  rights: ["request", "queue_control", "chat_moderation", "user_management", "system_config"],
  policy: examplePolicy,
} as const;

const exampleSignedIn = { username: "mira", email: "mira@radio.example", role: "dj" } as const;

const exampleAccount = {
  id: "0b0e1c5c-7d3c-4d0e-9a52-3b1f4f6f2a10",
  username: "mira",
  name: "Mira Vale",
  email: "mira@radio.example",
  role: "dj",
  isActive: true,
  canSignIn: true,
  invitedUntil: null,
  createdAt: "2026-05-01T18:00:00.000Z",
  lastLogin: "2026-05-02T20:15:30.000Z",
  ircAccount: "mira",
} as const;

export const accountsApi = defineApi(accountsCalls, {
  enterAccessCode: {
    access: "public",
    staysInMaintenance: true,
    errors: ["not_signed_in", "too_many_requests"],
    summary: "Sign in with the station's access code",
    example: { body: { code: "abcd-efgh-jkmn-pqrs" }, response: exampleAccessCodeSession },
    body: z.object({ code: z.string().check(z.minLength(1), z.maxLength(200)) }),
  },
  login: {
    access: "public",
    staysInMaintenance: true,
    errors: ["not_signed_in", "too_many_requests"],
    summary: "Sign in with a username (or email) and a password",
    example: {
      body: { username: "mira", password: "correct horse battery" },
      response: exampleSignedIn,
    },
    body: z.object({
      username: z.string().check(z.trim(), z.normalize("NFC"), z.minLength(1), z.maxLength(200)),
      password: z.string().check(z.minLength(1), z.maxLength(1000)),
    }),
  },
  logout: {
    access: "public",
    staysInMaintenance: true,
    summary: "End the session of this browser",
    example: { response: { signedOut: true } },
  },
  getSession: {
    access: "public",
    isUrgent: true,
    summary: "The session of this browser and its rights",
    example: {
      response: { kind: "guest", rights: ["request", "queue_control"], policy: examplePolicy },
    },
  },
});

const accountId = z.object({ id: z.uuid().check(z.describe("Id of the account")) });

export const usersApi = defineApi(usersCalls, {
  register: {
    access: "public",
    errors: ["registration_off", "name_taken", "too_many_requests"],
    summary: "Create a listener account and sign in; registration must be open",
    example: {
      body: {
        username: "mira",
        email: "mira@radio.example",
        password: "correct horse battery",
      },
      response: { ...exampleSignedIn, role: "listener" },
    },
    body: z.object({
      username: usernameSchema,
      email: emailSchema,
      password: newPasswordSchema,
    }),
  },
  changeOwnPassword: {
    access: "signed-in",
    errors: ["not_signed_in", "not_allowed", "too_many_requests"],
    summary: "Change your own password; ends every other session of the account",
    example: {
      body: { currentPassword: "correct horse battery", password: "staple and a battery" },
      response: { changed: true },
    },
    body: z.object({
      currentPassword: z.string().check(z.minLength(1), z.maxLength(1000)),
      password: newPasswordSchema,
    }),
  },
  changeOwnName: {
    access: "signed-in",
    errors: ["name_taken", "not_allowed"],
    summary: "Change your own display name; an empty one removes it",
    example: { body: { name: "Mira Vale" }, response: { name: "Mira Vale" } },
    body: z.object({ name: displayNameSchema }),
  },
  listUsers: {
    access: "user_management",
    summary: "The accounts, sorted by username; X-Total-Count has their number",
    query: z.object({
      limit: z
        ._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(500)), 100)
        .check(z.describe("How many accounts to return at most")),
      after: z.optional(z.uuid().check(z.describe("Id of the last account on the previous page"))),
      q: z.optional(
        z.string().check(z.maxLength(200), z.describe("Part of a username, name or email")),
      ),
    }),
    example: { response: [exampleAccount] },
  },
  createUser: {
    access: "user_management",
    errors: ["name_taken", "not_allowed", "too_many_requests"],
    summary: "Create an account; without a password it can't sign in until one is set",
    example: {
      body: { username: "mira", email: "mira@radio.example", name: "Mira Vale", role: "dj" },
      response: { ...exampleAccount, canSignIn: false, lastLogin: null },
    },
    body: z.object({
      username: usernameSchema,
      email: emailSchema,
      name: z.optional(displayNameSchema),
      role: z._default(z.enum(roles), "admin"),
      password: z.optional(newPasswordSchema),
    }),
  },
  updateUser: {
    access: "user_management",
    errors: ["not_found", "name_taken", "not_allowed", "last_super_admin", "too_many_requests"],
    summary: "Change an account; a new password, another role and disabling end its sessions",
    example: { body: { role: "dj", isActive: true }, response: exampleAccount },
    params: accountId,
    body: z.object({
      username: z.optional(usernameSchema),
      email: z.optional(emailSchema),
      name: z.optional(displayNameSchema),
      role: z.optional(z.enum(roles)),
      isActive: z.optional(z.boolean()),
      password: z.optional(newPasswordSchema),
      ircAccount: z.optional(ircAccountSchema),
    }),
  },
  inviteUser: {
    access: "user_management",
    errors: ["not_found", "not_allowed"],
    summary:
      "Make a link with which the account's owner sets a password, once, within 7 days; ends an earlier one",
    example: {
      response: {
        path: "/invitation#q2d0dFZ1b2xqV0p3Y0Z0b2lVd0xqY1Z3b2xqV0p3Y0Y",
        expiresAt: "2026-05-08T18:00:00.000Z",
      },
    },
    params: accountId,
  },
  withdrawInvitation: {
    access: "user_management",
    errors: ["not_found", "not_allowed"],
    summary: "End an invitation that nobody has accepted",
    example: { response: { withdrawn: true } },
    params: accountId,
  },
  acceptInvitation: {
    access: "public",
    staysInMaintenance: true,
    errors: ["not_found", "too_many_requests"],
    summary: "Set a password with an invitation and sign in; ends the account's other sessions",
    example: {
      body: {
        token: "q2d0dFZ1b2xqV0p3Y0Z0b2lVd0xqY1Z3b2xqV0p3Y0Y",
        password: "correct horse battery",
      },
      response: exampleSignedIn,
    },
    body: z.object({
      token: z.string().check(z.minLength(1), z.maxLength(200)),
      password: newPasswordSchema,
    }),
  },
  deleteUser: {
    access: "user_management",
    errors: ["not_found", "not_allowed", "last_super_admin"],
    summary: "Remove an account and end its sessions",
    example: { response: { deleted: true } },
    params: accountId,
  },
});
