import * as z from "zod/mini";
import { defineApi, rights } from "./endpoint.ts";

export const roles = ["listener", "dj", "moderator", "admin", "super_admin"] as const;
export type Role = (typeof roles)[number];

export const sessionSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("guest"), rights: z.array(z.enum(rights)) }),
  z.object({
    kind: z.literal("user"),
    username: z.string(),
    email: z.nullable(z.string()),
    role: z.enum(roles),
    rights: z.array(z.enum(rights)),
  }),
  z.object({
    kind: z.literal("access-code"),
    role: z.literal("admin"),
    rights: z.array(z.enum(rights)),
  }),
]);
export type Session = z.infer<typeof sessionSchema>;

export const accountsApi = defineApi({
  enterAccessCode: {
    method: "POST",
    path: "/api/auth/access-code",
    access: "public",
    summary: "Sign in with the station's access code",
    body: z.object({ code: z.string().check(z.minLength(1), z.maxLength(200)) }),
    response: sessionSchema,
  },
  login: {
    method: "POST",
    path: "/api/users/login",
    access: "public",
    summary: "Sign in with user name (or e-mail) and password",
    body: z.object({
      username: z.string().check(z.minLength(1), z.maxLength(200)),
      password: z.string().check(z.minLength(1), z.maxLength(1000)),
    }),
    response: z.object({
      username: z.string(),
      email: z.nullable(z.string()),
      role: z.enum(roles),
    }),
  },
  logout: {
    method: "POST",
    path: "/api/users/logout",
    access: "public",
    summary: "End the session of this browser",
    response: z.object({ signedOut: z.boolean() }),
  },
  getSession: {
    method: "GET",
    path: "/api/session",
    access: "public",
    summary: "Who this browser is to the station, and what it may do",
    response: sessionSchema,
  },
});
