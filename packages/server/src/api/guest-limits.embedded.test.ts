import { callGroups } from "@neonrelay/contract";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hashPassword } from "../accounts/secrets.ts";
import { saveAccessCodeHash } from "../settings/settings-store.ts";
import { addTestTracks } from "../database/test-database.ts";
import { startTestServer, type TestServer } from "./test-server.ts";

/** More at once than any person does, and than any limit allows a visitor. */
const FLOOD = 60;
/** Only ends a session, if there is one. */
const unbounded = ["logout"];

const calls = callGroups
  .flatMap(({ apis }) => apis.flatMap((api) => Object.entries(api)))
  .map(([operation, endpoint]) => ({ operation, endpoint }))
  .filter(
    ({ operation, endpoint: { method, access } }) =>
      method !== "GET" &&
      ["public", "request", "queue_control"].includes(access) &&
      !unbounded.includes(operation),
  );

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await addTestTracks(server.database, ["first", "second"]);
  await saveAccessCodeHash(server.database.connection, await hashPassword("open-sesame"));
  await server.settings.change(() => ({ registrationEnabled: true }));
});
afterAll(() => server[Symbol.asyncDispose]());

test.each(calls)(
  "a guest who repeats $operation has to wait",
  async ({ endpoint: { method, path, example } }) => {
    const guest = server.guest();
    const target = path.replaceAll(/:\w+/g, () => randomUUID());
    let answer = await guest.call(method, target, { body: example?.body });
    for (let times = 1; times < FLOOD && answer.status !== 429; times += 1)
      answer = await guest.call(method, target, { body: example?.body });

    expect(answer).toMatchObject({ status: 429, body: { retryAt: expect.any(String) } });
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThanOrEqual(0);
  },
);
