import { rights, type Access, type Right, type Role, type Session } from "@neonrelay/contract";

/** Who calls. Only a session makes a caller more than a guest. */
export type Caller =
  | { readonly kind: "guest" }
  | {
      readonly kind: "user";
      readonly accountId: string;
      readonly username: string;
      readonly email: string | null;
      readonly role: Role;
    }
  | { readonly kind: "access-code" };

export type AccessDecision = "allowed" | "sign-in-first" | "role-may-not";

// Guests have queue_control while 'Guest queue actions' is full, which is the default.
const guest: readonly Right[] = ["queue_control"];
const moderator: readonly Right[] = [...guest, "chat_moderation", "comment_moderation"];
const dj: readonly Right[] = [...guest, "station_control", "live_broadcast"];
const admin: readonly Right[] = [
  ...moderator,
  "station_control",
  "live_broadcast",
  "user_management",
  "system_config",
  "upload",
  "library_edit",
];
const rightsOfRole: Readonly<Record<Role, readonly Right[]>> = {
  listener: guest,
  moderator,
  dj,
  admin,
  super_admin: rights,
};

export function rightsOf(caller: Caller): readonly Right[] {
  switch (caller.kind) {
    case "guest":
      return guest;
    case "user":
      return rightsOfRole[caller.role];
    case "access-code":
      return admin;
    default:
      return caller satisfies never;
  }
}

export function decideAccess(caller: Caller, access: Access): AccessDecision {
  const isAllowed =
    access === "public" ||
    (access === "signed-in" ? caller.kind !== "guest" : rightsOf(caller).includes(access));
  if (isAllowed) return "allowed";
  return caller.kind === "guest" ? "sign-in-first" : "role-may-not";
}

/** What the browser is told about itself. */
export function toSession(caller: Caller): Session {
  const rights = [...rightsOf(caller)];
  switch (caller.kind) {
    case "guest":
      return { kind: "guest", rights };
    case "user":
      return {
        kind: "user",
        username: caller.username,
        email: caller.email,
        role: caller.role,
        rights,
      };
    case "access-code":
      return { kind: "access-code", role: "admin", rights };
    default:
      return caller satisfies never;
  }
}

/** How the queue names who asked. */
export function requesterName(caller: Caller): string {
  return caller.kind === "user" ? caller.username : "Web User";
}
