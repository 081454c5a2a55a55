import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { randomUUID } from "node:crypto";
import { Client } from "pg";
import { expect, test } from "vitest";
import { TestStation, until } from "../src/test-station.ts";
import { makeTone } from "../src/tones.ts";

test("a station on a PostgreSQL server plays, queues and remembers over a restart", async () => {
  const music = await mkdtemp(path.join(os.tmpdir(), "neonrelay-music-"));
  const dataDir = await mkdtemp(path.join(os.tmpdir(), "neonrelay-station-"));
  await using database = await createDatabase();
  await makeTone({
    file: path.join(music, "only.flac"),
    frequencyHz: 500,
    seconds: 20,
    title: "Only Tone",
  });
  const start = () =>
    TestStation.start({
      dataDir,
      musicDirs: [music],
      clockSpeed: 4,
      environment: { DATABASE_URL: database.url },
    });
  try {
    {
      await using station = await start();
      await until("the track has been played", async () => {
        const { body } = await station.visitor().call("GET", "/api/history");
        return JSON.stringify(body).includes("Only Tone");
      });
      const health = await station.visitor().call("GET", "/api/health");
      expect(health.body).toMatchObject({ ok: true, database: { ok: true } });
    }
    await using again = await start();

    const { body } = await again.visitor().call("GET", "/api/tracks");

    expect(body).toMatchObject([{ title: "Only Tone" }]);
  } finally {
    await rm(music, { recursive: true, force: true });
    await rm(dataDir, { recursive: true, force: true });
  }
});

/** An empty database on the server `npm test` started. */
async function createDatabase(): Promise<AsyncDisposable & { readonly url: string }> {
  const serverUrl = process.env["TEST_DATABASE_URL"];
  if (serverUrl === undefined)
    throw new Error("TEST_DATABASE_URL names no PostgreSQL server: run this through npm test");
  const name = `station_${randomUUID().replaceAll("-", "")}`;
  await administer(serverUrl, `create database ${name}`);
  return {
    url: new URL(name, serverUrl).href,
    [Symbol.asyncDispose]: () => administer(serverUrl, `drop database ${name} with (force)`),
  };
}

async function administer(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
