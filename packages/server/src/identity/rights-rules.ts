import {
  type Access,
  type ApiError,
  type Right,
  rights,
  type Role,
  roles,
  type Session,
  type StationPolicy,
  stationPolicySchema,
} from "@neonrelay/contract";

/** Who calls. Only a session makes a caller more than a guest. */
export type Caller =
  | { readonly kind: "guest" }
  | {
      readonly kind: "user";
      readonly accountId: string;
      readonly username: string;
      /** Display name; null while the account has none. */
      readonly name: string | null;
      readonly email: string | null;
      readonly role: Role;
      readonly ircAccount: string | null;
      readonly lastLogin: Date | null;
    }
  | { readonly kind: "access-code" };

/** Who drives the station, and from where. */
export interface Operator {
  readonly caller: Caller;
  readonly address: string;
}

export type AccessDecision = "allowed" | "sign-in-first" | "role-may-not";

/** Whether guests and listeners have a right as long as 'Guest queue actions' does not take it from them. */
export function isVisitorRight(access: Access): boolean {
  return visitorRights.full.some((right) => right === access);
}

/** What guests and listeners may, by 'Guest queue actions'. */
const visitorRights: Readonly<Record<StationPolicy["guestQueueActions"], readonly Right[]>> = {
  full: ["request", "queue_control"],
  "requests only": ["request"],
  off: [],
};
const queue: readonly Right[] = ["request", "queue_control"];
const moderator: readonly Right[] = [
  ...queue,
  "chat_moderation",
  "comment_moderation",
  "programme",
];
const dj: readonly Right[] = [...queue, "station_control", "live_broadcast"];
const admin: readonly Right[] = [
  ...moderator,
  "station_control",
  "live_broadcast",
  "user_management",
  "system_config",
  "upload",
  "library_edit",
  "audience",
];
const rightsOfRole: Readonly<Record<Exclude<Role, "listener">, readonly Right[]>> = {
  moderator,
  dj,
  admin,
  super_admin: rights,
};

/** Whose accounts may have a stream key. */
export const broadcasterRoles: readonly Role[] = roles.filter((role) =>
  roleHas(role, "live_broadcast"),
);

/** Whether a role has a right of its own, without what the station's settings give to guests. */
export function roleHas(role: Role, right: Right): boolean {
  return role !== "listener" && rightsOfRole[role].includes(right);
}

/** A caller who helps to run the station: not a guest, not a listener. */
export function isOperator(caller: Caller): boolean {
  return caller.kind === "access-code" || (caller.kind === "user" && caller.role !== "listener");
}

/**
 * Whether a caller may say which hosts of private networks the station connects to. The owner of the machine may, and
 * an admin may not: what listens beside the station is none of their business.
 */
export function mayAllowPrivateHosts(caller: Caller): boolean {
  return caller.kind === "user" && caller.role === "super_admin";
}

export function rightsOf(caller: Caller, policy: StationPolicy): readonly Right[] {
  switch (caller.kind) {
    case "guest":
      return visitorRights[policy.guestQueueActions];
    case "user":
      return caller.role === "listener"
        ? visitorRights[policy.guestQueueActions]
        : rightsOfRole[caller.role];
    case "access-code":
      return admin;
    default:
      return caller satisfies never;
  }
}

export function decideAccess({
  caller,
  access,
  policy,
}: {
  readonly caller: Caller;
  readonly access: Access;
  readonly policy: StationPolicy;
}): AccessDecision {
  const isAllowed =
    access === "public" ||
    (access === "signed-in" ? caller.kind !== "guest" : rightsOf(caller, policy).includes(access));
  if (isAllowed) return "allowed";
  return caller.kind === "guest" ? "sign-in-first" : "role-may-not";
}

/** Sessions expire after this long without a call. */
export const SESSION_MS = 30 * 24 * 60 * 60_000;

/** What the browser learns about itself. */
export function toSession(caller: Caller, stationPolicy: StationPolicy): Session {
  const rights = [...rightsOf(caller, stationPolicy)];
  const policy = toPolicy(stationPolicy);
  switch (caller.kind) {
    case "guest":
      return { kind: "guest", rights, policy };
    case "user":
      return {
        kind: "user",
        username: caller.username,
        name: caller.name,
        email: caller.email,
        role: caller.role,
        ircAccount: caller.ircAccount,
        lastLogin: caller.lastLogin?.toISOString() ?? null,
        rights,
        policy,
      };
    case "access-code":
      return { kind: "access-code", role: "admin", rights, policy };
    default:
      return caller satisfies never;
  }
}

/** How the queue names who asked. */
export function requesterName(caller: Caller): string {
  return caller.kind === "user" ? caller.username : "Web User";
}

/** What browsers see of the settings. */
export function toPolicy(settings: StationPolicy): StationPolicy {
  return stationPolicySchema.parse(settings);
}

export const signInFirst: ApiError = { error: "Sign in to do this", code: "not_signed_in" };
export const roleMayNot: ApiError = { error: "Your role may not do this", code: "not_allowed" };
/** Replaces these two when a setting removes the right from guests and listeners. */
export const offForVisitors = "The station has turned this off for guests and listeners";
export const inMaintenance: ApiError = {
  error:
    "The station is in maintenance: you can listen and read; everything else will be back soon",
  code: "maintenance",
};

/** The caller and role, as worded in security events. */
export function describeCaller(caller: Caller): string {
  switch (caller.kind) {
    case "guest":
      return "a guest";
    case "user":
      return `${caller.username} (${caller.role})`;
    case "access-code":
      return "the access code";
    default:
      return caller satisfies never;
  }
}
