import { testPolicy } from "@neonrelay/contract/test-settings";
import type { Right, Role, Session } from "@neonrelay/contract/callers";
import { expect, test } from "vitest";
import { accountName, closedBecause, welcomedName } from "./role-rules.ts";

const policy = testPolicy({ guestQueueActions: "off" });
const guest: Session = { kind: "guest", rights: [], policy };
const user = (role: Role, rights: readonly Right[]): Extract<Session, { kind: "user" }> => ({
  kind: "user",
  username: role,
  name: null,
  email: null,
  ircAccount: null,
  lastLogin: null,
  role,
  rights: [...rights],
  policy,
});

test("an account is named by its display name, or its username without one", () => {
  expect([
    accountName({ name: "Mira Vale", username: "mira" }),
    accountName({ name: null, username: "mira" }),
  ]).toEqual(["Mira Vale", "mira"]);
});

test("a sign-in greets by display name, or by username if that is unknown", () => {
  const mira: Session = { ...user("dj", []), name: "Mira Vale" };

  expect([
    welcomedName(mira, "mira"),
    welcomedName(user("dj", []), "dj"),
    welcomedName(guest, "mira"),
    welcomedName(undefined, "mira"),
  ]).toEqual(["Mira Vale", "dj", "mira", "mira"]);
});

test("a disabled control says why: not signed in, wrong role, or turned off for visitors", () => {
  const moderator = user("moderator", ["request", "queue_control"]);

  expect([
    closedBecause(guest, "station_control"),
    closedBecause(moderator, "station_control"),
    closedBecause(user("dj", ["station_control"]), "station_control"),
    closedBecause(guest, "request"),
    closedBecause(user("listener", []), "queue_control"),
    closedBecause(undefined, "request"),
  ]).toEqual([
    "Sign in as an operator to do this",
    "Your role may not do this",
    undefined,
    "The station has turned this off for guests and listeners",
    "The station has turned this off for guests and listeners",
    "The station has not answered yet",
  ]);
});
