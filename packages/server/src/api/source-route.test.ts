import Fastify from "fastify";
import { expect, test } from "vitest";
import { addSource } from "./source-route.ts";

async function ask(sourceUrl: string | null) {
  await using app = Fastify();
  addSource(app, { sourceUrl, dataDir: "/srv/radio", musicDirs: [] });
  return await app.inject("/source.tar.gz");
}

test("visitors get the source of the running station from itself, or are sent to SOURCE_URL", async () => {
  const own = await ask(null);
  const elsewhere = await ask("https://code.example/station");

  expect([own.statusCode, own.headers["content-type"]]).toEqual([200, "application/gzip"]);
  expect(own.rawPayload.length).toBeGreaterThan(1_000_000);
  expect([elsewhere.statusCode, elsewhere.headers.location]).toEqual([
    302,
    "https://code.example/station",
  ]);
});
