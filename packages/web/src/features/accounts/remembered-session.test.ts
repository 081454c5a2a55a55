import { testPolicy } from "@neonrelay/contract/test-settings";
import type { Session } from "@neonrelay/contract/callers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { avatarImage } from "./avatar.tsx";
import { rememberedName, rememberSession } from "./remembered-session.ts";

const policy = testPolicy();
const mira: Session = {
  kind: "user",
  username: "mira",
  name: "Mira Vale",
  email: "mira@radio.example",
  role: "admin",
  ircAccount: null,
  lastLogin: "2026-05-02T20:15:30.000Z",
  rights: ["request", "station_control", "system_config"],
  policy,
};

let stored: Map<string, string>;

beforeEach(() => {
  stored = new Map();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
});

test("an operator's sign-in stores the flag and the profile; signing out removes both", () => {
  rememberSession(mira);
  const meanwhile = Object.fromEntries(stored);
  const name = rememberedName();
  rememberSession({ kind: "guest", rights: [], policy });

  expect(meanwhile["admin_authenticated"]).toBe("true");
  expect(JSON.parse(meanwhile["admin_user_data"] ?? "")).toEqual({
    name: "Mira Vale",
    email: "mira@radio.example",
    role: "Admin",
    avatar: avatarImage("Mira Vale"),
    lastLogin: "2026-05-02T20:15:30.000Z",
    permissions: ["station_control", "system_config"],
  });
  expect([name, stored.size, rememberedName()]).toEqual(["Mira Vale", 0, undefined]);
});

test("an access code is remembered as the default profile", () => {
  rememberSession({ kind: "access-code", role: "admin", rights: [], policy });

  expect(JSON.parse(stored.get("admin_user_data") ?? "")).toEqual({
    name: "Administrator",
    email: null,
    role: "System Admin",
    avatar: avatarImage("Administrator"),
    lastLogin: null,
    permissions: [],
  });
});

test("a listener's account is not remembered as an operator's", () => {
  rememberSession({ ...mira, role: "listener" });

  expect(stored.size).toBe(0);
});

test.each(["{", "null", '{"name":7}'])(
  "an unreadable profile (%s) is replaced by the default",
  (text) => {
    stored.set("admin_authenticated", "true");
    stored.set("admin_user_data", text);

    expect(rememberedName()).toBe("Administrator");
  },
);
