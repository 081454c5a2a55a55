import type { Role } from "@neonrelay/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testAdmin, TestStation, type Visitor } from "../src/test-station.ts";

let station: TestStation;
let admin: Visitor;
beforeAll(async () => {
  station = await TestStation.start();
  admin = await station.operator();
});
afterAll(() => station?.[Symbol.asyncDispose]());

async function signIn(role: Role): Promise<Visitor> {
  const account = {
    username: `the-${role.replace("_", "-")}`,
    password: `the password of ${role}`,
  };
  const email = `${role}@radio.example`;
  const made = await admin.call("POST", "/api/users", { ...account, email, role });
  expect(made.status).toBe(200);
  const visitor = station.visitor();
  expect((await visitor.call("POST", "/api/users/login", account)).status).toBe(200);
  return visitor;
}

/** What each role may and may not do. */
const cases = [
  { role: "listener", may: ["GET", "/api/favourites"], mayNot: ["POST", "/api/chat/clear"] },
  { role: "moderator", may: ["POST", "/api/chat/clear"], mayNot: ["POST", "/api/playback/skip"] },
  { role: "dj", may: ["POST", "/api/live/key"], mayNot: ["GET", "/api/users"] },
  { role: "admin", may: ["GET", "/api/users"], mayNot: ["GET", "/api/system/config"] },
  { role: "super_admin", may: ["GET", "/api/system/config"], mayNot: null },
] as const;

test.each(cases)(
  "$role signs in, does its work, and nothing above it",
  async ({ role, may, mayNot }) => {
    const visitor = await signIn(role);

    expect((await visitor.call("GET", "/api/session")).body).toMatchObject({ role });
    expect((await visitor.call(may[0], may[1])).status).toBe(200);
    if (mayNot !== null)
      expect(await visitor.call(mayNot[0], mayNot[1])).toMatchObject({
        status: 403,
        body: { code: "not_allowed" },
      });
  },
);

test("a guest may listen and read, and must sign in for the rest", async () => {
  const guest = station.visitor();

  expect((await guest.call("GET", "/api/tracks")).status).toBe(200);
  expect(await guest.call("GET", "/api/users")).toMatchObject({
    status: 401,
    body: { code: "not_signed_in" },
  });
});

test("a wrong password is refused without revealing whether the account exists; signing out ends the session", async () => {
  const stranger = station.visitor();
  const wrong = await stranger.call("POST", "/api/users/login", {
    username: testAdmin.username,
    password: "not the password",
  });
  const unknown = await stranger.call("POST", "/api/users/login", {
    username: "nobody-here",
    password: "not the password",
  });
  expect([wrong.status, unknown.status]).toEqual([401, 401]);
  expect(wrong.body).toEqual(unknown.body);

  const operator = await station.operator();
  expect((await operator.call("POST", "/api/users/logout")).status).toBe(200);
  expect((await operator.call("GET", "/api/users")).status).toBe(401);
});

test("the access code opens the station, but not from another origin", async () => {
  const visitor = station.visitor();
  const entered = await visitor.call("POST", "/api/auth/access-code", {
    code: testAdmin.accessCode,
  });
  expect(entered.status).toBe(200);
  expect((await visitor.call("GET", "/api/users")).status).toBe(200);

  const forged = await fetch(new URL("/api/playback/skip", station.webUrl), {
    method: "POST",
    headers: { origin: "https://elsewhere.example", cookie: admin.cookieHeader },
  });
  expect(forged.status).toBe(403);
});
