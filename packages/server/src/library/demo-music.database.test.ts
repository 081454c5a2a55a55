import { afterAll, beforeAll, expect, test } from "vitest";
import { fillLibrary } from "./test-library.ts";
import { startTestServer, type SignedInBrowser, type TestServer } from "../api/test-server.ts";

const call = "/api/library/demo";

let server: TestServer;
let admin: SignedInBrowser;
beforeAll(async () => {
  server = await startTestServer({ demoMusic: false });
  admin = await server.signIn("admin");
});
afterAll(() => server[Symbol.asyncDispose]());

test("an operator has the demo tracks made, once and only while there is no music", async () => {
  const before = await admin.call("GET", call);
  const answers = await Promise.all([admin.call("POST", call), admin.call("POST", call)]);

  expect(before.body).toEqual({ making: null, hasFailed: false });
  expect(answers.toSorted((one, other) => one.status - other.status)).toMatchObject([
    { status: 200, body: { making: { made: 0, of: 6 }, hasFailed: false } },
    { status: 409, body: { code: "conflict", error: "The demo tracks are already being created" } },
  ]);
  await expect
    .poll(async () => (await admin.call("GET", call)).body)
    .toEqual({ making: null, hasFailed: false });
  const { body } = await server.call("GET", "/api/tracks");
  expect(body).toMatchObject([{ title: "one" }, { title: "two" }]);

  await fillLibrary(server.database, 1);
  expect(await admin.call("POST", call)).toMatchObject({
    status: 409,
    body: {
      code: "conflict",
      error:
        "The library already has music, or music whose files are missing; demo tracks are for an empty library",
    },
  });
});
