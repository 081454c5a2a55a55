import { expect, test } from "vitest";
import { enginePlay, planItem, silenceOf, type DjPlay } from "./plays.ts";
import { track, uuid } from "./test-tracks.ts";

const played = (quietestDb?: number) =>
  planItem({
    ...track(1),
    itemId: uuid(9),
    start: { kind: "follow" },
    ...(quietestDb !== undefined && { quietestDb }),
  });

test("[P90] the engine and the listener probe judge a file by its measured levels", () => {
  expect(enginePlay(played(-52), 0).source).toMatchObject({ kind: "file", quietestDb: -52 });
  expect(silenceOf(played(-52)).belowDb).toBe(-58);
  expect(silenceOf(played()).belowDb).toBe(-60);
});

test("[P21] a play has its album's gain if played in order, and carries both gains", () => {
  const alone = planItem({ ...track(1), itemId: uuid(9), start: { kind: "follow" }, gainDb: 4 });
  const inAlbum = { ...alone, track: { ...alone.track, albumGainDb: -9 }, hasAlbumGain: true };

  expect(enginePlay(alone, 0)).toMatchObject({ gainDb: 4, albumGainDb: undefined });
  expect(enginePlay(inAlbum, 0)).toMatchObject({ gainDb: -9, albumGainDb: -9 });
  expect(enginePlay({ ...inAlbum, hasAlbumGain: false }, 0).gainDb).toBe(4);
  expect(enginePlay({ ...alone, hasAlbumGain: true }, 0).gainDb).toBe(4);
});

test("[S80] the emergency loop may not be quiet, but a DJ may", () => {
  const dj: DjPlay = {
    kind: "live",
    playId: uuid(1),
    sessionId: uuid(2),
    djName: "Mira",
    format: null,
    title: { artist: "Mira", title: "Live" },
  };

  expect(silenceOf(null).belowDb).toBe(-50);
  expect(silenceOf(dj).belowDb).toBe(-60);
});
