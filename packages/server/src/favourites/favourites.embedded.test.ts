import { trackSchema } from "@neonrelay/contract";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { fillLibrary } from "../library/test-library.ts";
import { addFavourite } from "./favourite-store.ts";
import { startTestServer, type TestServer } from "../api/test-server.ts";

let server: TestServer;
let ids: readonly string[];
beforeAll(async () => {
  server = await startTestServer();
  await fillLibrary(server.database, 5);
  ids = idsOf(await server.call("GET", "/api/tracks"));
});
afterAll(() => server[Symbol.asyncDispose]());

function idsOf({ body }: { readonly body: unknown }): string[] {
  return z
    .array(trackSchema)
    .parse(body)
    .map(({ id }) => id);
}

test("each account has its own favourites, newest first, and can remove them", async () => {
  const [first, second, third] = ids;
  const mine = await server.signIn("listener");
  const other = await server.signIn("listener");

  for (const id of [first, second, third, second])
    await mine.call("PUT", `/api/favourites/${id}`, {});
  const removed = await mine.call("DELETE", `/api/favourites/${first}`, {});

  expect(removed).toMatchObject({ status: 200, body: { isFavourite: false } });
  expect(idsOf(await mine.call("GET", "/api/favourites"))).toEqual([third, second]);
  expect(idsOf(await other.call("GET", "/api/favourites"))).toEqual([]);
});

test("favourites need an account and an existing track", async () => {
  const { call } = await server.signIn("listener");

  expect(await server.guest().call("GET", "/api/favourites")).toMatchObject({ status: 401 });
  expect(await call("PUT", `/api/favourites/${randomUUID()}`, {})).toMatchObject({
    status: 404,
    body: { code: "not_found" },
  });
});

test("an account at the limit of favourites keeps them", async () => {
  const { account } = await server.signIn("listener");
  const [first = "", second = ""] = ids;
  const accountId = account?.id ?? "";
  const add = (trackId: string) =>
    server.database.transaction((transaction) =>
      addFavourite(transaction, { accountId, trackId, limit: 1 }),
    );

  expect([await add(first), await add(second), await add(first)]).toEqual([
    "added",
    "full",
    "added",
  ]);
});
