import { stationConfigSchema } from "@neonrelay/contract";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hashPassword } from "../accounts/secrets.ts";
import { insertAccount } from "../accounts/account-store.ts";
import { startTestServer, type TestServer } from "../api/test-server.ts";

const password = "correct horse battery";
let server: TestServer;
let cookie: string;
beforeAll(async () => {
  server = await startTestServer();
  await insertAccount(server.database.connection, {
    id: randomUUID(),
    username: "owner",
    email: "owner@radio.example",
    role: "super_admin",
    passwordHash: await hashPassword(password),
  });
  const login = await server.call("POST", "/api/users/login", {
    body: { username: "owner", password },
  });
  cookie =
    login.headers
      .getSetCookie()
      .find((line) => line.includes("session"))
      ?.split(";")[0] ?? "";
});
afterAll(() => server[Symbol.asyncDispose]());

test("importing an exported configuration restores settings and branding", async () => {
  const exported = await server.call("GET", "/api/system/config", { headers: { cookie } });
  const config = stationConfigSchema.parse(exported.body);
  await server.call("PUT", "/api/station-settings", {
    headers: { cookie },
    body: { stationName: "Changed", maxListeners: 20, guestQueueActions: "off" },
  });

  const answer = await server.call("POST", "/api/system/config", {
    headers: { cookie },
    body: { password, config },
  });

  const after = await server.call("GET", "/api/system/config", { headers: { cookie } });
  expect(answer.body).toEqual({ imported: true, leftOut: [] });
  expect(exported.headers.get("content-disposition")).toContain("neon-relay-configuration.json");
  expect(after.body).toEqual(config);
});

test("a configuration from another version keeps settings it lacks, and unknown ones are named", async () => {
  const headers = { cookie };
  const exported = await server.call("GET", "/api/system/config", { headers });
  const config = stationConfigSchema.parse(exported.body);
  const { separation: _separation, timeZone: _timeZone, ...settings } = config.settings;
  await server.call("PUT", "/api/station-settings", {
    headers,
    body: { timeZone: "Asia/Kolkata", separation: { artistMinutes: 7 } },
  });

  const answer = await server.call("POST", "/api/system/config", {
    headers,
    body: { password, config: { ...config, settings: { ...settings, hologram: true } } },
  });

  const after = await server.call("GET", "/api/system/config", { headers });
  expect(answer.body).toEqual({ imported: true, leftOut: ["settings.hologram"] });
  expect(stationConfigSchema.parse(after.body).settings).toEqual({
    ...settings,
    timeZone: "Asia/Kolkata",
    separation: { ...config.settings.separation, artistMinutes: 7 },
  });
});

test("importing a configuration requires a super admin and the right password", async () => {
  const { body: config } = await server.call("GET", "/api/system/config", { headers: { cookie } });
  const admin = await server.signIn("admin");

  const wrong = await server.call("POST", "/api/system/config", {
    headers: { cookie },
    body: { password: "not the password", config },
  });
  const byAdmin = await admin.call("POST", "/api/system/config", { body: { password, config } });

  expect([wrong.status, wrong.body]).toEqual([
    401,
    { error: "The password is wrong", code: "not_signed_in", field: "password" },
  ]);
  expect(byAdmin.status).toBe(403);
});
