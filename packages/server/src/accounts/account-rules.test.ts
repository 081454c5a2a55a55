import { roles, type Role } from "@neonrelay/contract";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import {
  decideAccountChange,
  sessionsEndedBy,
  type AccountDecision,
  type AccountState,
} from "./account-rules.ts";
import type { Caller } from "../identity/rights-rules.ts";

const user = (role: Role): Caller => ({
  kind: "user",
  accountId: "1",
  username: role,
  name: null,
  email: null,
  role,
  ircAccount: null,
  lastLogin: null,
});
const accessCode: Caller = { kind: "access-code" };
const active = (role: Role): AccountState => ({ role, isActive: true, canSignIn: true });

test.each<readonly [string, Caller, Readonly<Record<Role, AccountDecision>>]>([
  [
    "super_admin",
    user("super_admin"),
    {
      listener: "allowed",
      dj: "allowed",
      moderator: "allowed",
      admin: "allowed",
      super_admin: "allowed",
    },
  ],
  [
    "admin",
    user("admin"),
    {
      listener: "allowed",
      dj: "allowed",
      moderator: "allowed",
      admin: "allowed",
      super_admin: "needs-super-admin",
    },
  ],
  [
    "access code",
    accessCode,
    {
      listener: "allowed",
      dj: "allowed",
      moderator: "allowed",
      admin: "needs-own-account",
      super_admin: "needs-super-admin",
    },
  ],
])("which accounts %s may make, change and remove", (_name, caller, expected) => {
  for (const role of roles) {
    const decide = (before: AccountState | null, after: AccountState | null) =>
      decideAccountChange({ caller, before, after, otherSuperAdmins: 1 });
    const listener = active("listener");

    expect(decide(null, active(role)), `make ${role}`).toBe(expected[role]);
    expect(decide(active(role), active(role)), `change ${role}`).toBe(expected[role]);
    expect(decide(active(role), null), `remove ${role}`).toBe(expected[role]);
    expect(decide(listener, active(role)), `raise to ${role}`).toBe(expected[role]);
    expect(decide(active(role), listener), `lower from ${role}`).toBe(expected[role]);
  }
});

test.each<readonly [string, AccountState | null]>([
  ["removed", null],
  ["demoted", active("admin")],
  ["disabled", { ...active("super_admin"), isActive: false }],
])("the last super admin who can sign in can't be %s", (_how, after) => {
  const change = { caller: user("super_admin"), before: active("super_admin"), after };

  expect(decideAccountChange({ ...change, otherSuperAdmins: 0 })).toBe("last-super-admin");
  expect(decideAccountChange({ ...change, otherSuperAdmins: 1 })).toBe("allowed");
});

test("a super admin without a password, or disabled, can be removed even if only one other exists", () => {
  for (const before of [
    { ...active("super_admin"), canSignIn: false },
    { ...active("super_admin"), isActive: false },
  ])
    expect(
      decideAccountChange({
        caller: user("super_admin"),
        before,
        after: null,
        otherSuperAdmins: 0,
      }),
    ).toBe("allowed");
});

test("whatever anyone asks in any order, a super admin who can sign in remains", () => {
  const state = fc.record({
    role: fc.constantFrom(...roles),
    isActive: fc.boolean(),
    canSignIn: fc.boolean(),
  });
  const caller = fc.constantFrom<Caller>(accessCode, user("admin"), user("super_admin"));
  const step = fc.record({ caller, index: fc.nat(5), after: fc.option(state) });
  const mayDoEverything = (account: AccountState | null): boolean =>
    account?.role === "super_admin" && account.isActive && account.canSignIn;

  fc.assert(
    fc.property(fc.array(state, { maxLength: 5 }), fc.array(step), (others, steps) => {
      const accounts: (AccountState | null)[] = [active("super_admin"), ...others];
      for (const { caller: asker, index, after } of steps) {
        const before = accounts[index] ?? null;
        // A password is set or changed, never removed.
        const wanted =
          after === null
            ? null
            : { ...after, canSignIn: after.canSignIn || before?.canSignIn === true };
        const otherSuperAdmins = accounts.filter(
          (account, at) => at !== index && mayDoEverything(account),
        ).length;
        const decision = decideAccountChange({
          caller: asker,
          before,
          after: wanted,
          otherSuperAdmins,
        });
        if (decision === "allowed") accounts[index] = wanted;
        expect(accounts.some(mayDoEverything)).toBe(true);
      }
    }),
  );
});

test("only a super admin can change a super admin", () => {
  const state = fc.record({
    role: fc.constantFrom(...roles),
    isActive: fc.boolean(),
    canSignIn: fc.boolean(),
  });
  fc.assert(
    fc.property(
      fc.constantFrom<Caller>(accessCode, user("admin")),
      fc.option(state),
      fc.option(state),
      (caller, before, after) => {
        const decision = decideAccountChange({ caller, before, after, otherSuperAdmins: 3 });
        const touchesOne = before?.role === "super_admin" || after?.role === "super_admin";
        expect(decision === "needs-super-admin").toBe(
          touchesOne && decision !== "needs-own-account",
        );
      },
    ),
  );
});

test.each<readonly [string, AccountState | null, boolean, ReturnType<typeof sessionsEndedBy>]>([
  ["a new name", active("dj"), false, "none"],
  ["a new password", active("dj"), true, "others"],
  ["another role", active("moderator"), false, "all"],
  ["another role and a new password", active("moderator"), true, "all"],
  ["disabling", { ...active("dj"), isActive: false }, false, "all"],
  ["removal", null, false, "all"],
])("with %s the right sessions of the account end", (_what, after, hasNewPassword, expected) => {
  expect(sessionsEndedBy({ before: active("dj"), after, hasNewPassword })).toBe(expected);
});
