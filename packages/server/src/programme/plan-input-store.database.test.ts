import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addTestTracks, testEngines, type TestDatabase } from "../database/test-database.ts";
import { plays } from "../history/play-tables.ts";
import { byHand } from "./plan-entry.ts";
import { findLastPlace } from "./plan-input-store.ts";

const DAY_MS = 86_400_000;

describe.each(testEngines)("on $name", (engine) => {
  let opened: TestDatabase;
  beforeAll(async () => {
    opened = await engine.open();
  });
  afterAll(() => opened[Symbol.asyncDispose]());

  const play = async (
    trackId: string | undefined,
    {
      playlistId,
      daysAgo,
      playlistEntryId,
    }: {
      readonly playlistId: string | null;
      readonly daysAgo: number;
      /** undefined: stored by an older version. */
      readonly playlistEntryId?: string | undefined;
    },
  ) => {
    await opened.database.connection.insert(plays).values({
      id: randomUUID(),
      trackId: trackId ?? null,
      playlistId,
      planReason: playlistEntryId === undefined ? null : { ...byHand, playlistEntryId },
      title: "x",
      artist: "y",
      startMs: 0,
      audioStartMs: 0,
      startedAtMs: Date.now() - daysAgo * DAY_MS,
    });
  };

  test("[G3] a playlist's last track is known however long ago it was played", async () => {
    const { connection } = opened.database;
    const trackIds = await addTestTracks(opened.database, ["one", "two", "three"]);
    const [one, two, three] = trackIds;
    const [own, other] = [randomUUID(), randomUUID()];
    await play(one, { playlistId: own, daysAgo: 90 });
    await play(two, { playlistId: own, daysAgo: 60 });
    await play(three, { playlistId: other, daysAgo: 2 });
    await play(three, { playlistId: null, daysAgo: 1 });

    const last = (ids: readonly string[], playlistId = own) =>
      findLastPlace(connection, { playlistId, trackIds: ids, entryIds: null });

    expect(await last(trackIds)).toEqual({ trackId: two, playlistEntryId: null });
    // It has left the playlist since.
    expect(await last(trackIds.filter((id) => id !== two))).toMatchObject({ trackId: one });
    expect(await last(trackIds, randomUUID())).toBeNull();
  });

  test("[G3] for a track that a playlist contains twice, the last played entry is known", async () => {
    const { connection } = opened.database;
    const [song = "", jingle = ""] = await addTestTracks(opened.database, ["song", "jingle"]);
    const [playlistId, first, second, gone] = Array.from({ length: 4 }, () => randomUUID());
    const trackIds = [jingle, song, jingle];
    const entryIds = [first ?? "", randomUUID(), second ?? ""];
    const last = (ids = entryIds) =>
      findLastPlace(connection, { playlistId: playlistId ?? "", trackIds, entryIds: ids });
    const played = (daysAgo: number, playlistEntryId?: string) =>
      play(jingle, { playlistId: playlistId ?? "", daysAgo, playlistEntryId });

    // By an older version.
    await played(9);
    const ofOlder = await last();
    await played(8, first);
    await played(7, second);
    await played(6, gone);

    expect(ofOlder).toEqual({ trackId: jingle, playlistEntryId: null });
    expect(await last()).toEqual({ trackId: jingle, playlistEntryId: second });
    // The second has left the playlist since.
    expect(await last(entryIds.slice(0, 2))).toEqual({ trackId: jingle, playlistEntryId: first });
  });
});
