import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addTestTracks, testEngines, type TestDatabase } from "../database/test-database.ts";
import { plays } from "../history/play-tables.ts";
import { findLastOwnTrack } from "./plan-input-store.ts";

const DAY_MS = 86_400_000;

describe.each(testEngines)("on $name", (engine) => {
  let opened: TestDatabase;
  beforeAll(async () => {
    opened = await engine.open();
  });
  afterAll(() => opened[Symbol.asyncDispose]());

  test("[G3] the track of a playlist that was played from it last is known however long ago it was", async () => {
    const { connection } = opened.database;
    const trackIds = await addTestTracks(opened.database, ["one", "two", "three"]);
    const [one, two, three] = trackIds;
    const [own, other] = [randomUUID(), randomUUID()];
    const played = (trackId: string | undefined, playlistId: string | null, daysAgo: number) =>
      connection.insert(plays).values({
        id: randomUUID(),
        trackId: trackId ?? null,
        playlistId,
        title: "x",
        artist: "y",
        startMs: 0,
        audioStartMs: 0,
        startedAtMs: Date.now() - daysAgo * DAY_MS,
      });
    await played(one, own, 90);
    await played(two, own, 60);
    await played(three, other, 2);
    await played(three, null, 1);

    const last = (ids: readonly string[], playlistId = own) =>
      findLastOwnTrack(connection, { playlistId, trackIds: ids });

    expect(await last(trackIds)).toBe(two);
    // It has left the playlist since.
    expect(await last(trackIds.filter((id) => id !== two))).toBe(one);
    expect(await last(trackIds, randomUUID())).toBeNull();
  });
});
