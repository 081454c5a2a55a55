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

test("[P90] the engine and the listener probe judge a file by what was measured of it", () => {
  expect(enginePlay(played(-52), 0).source).toMatchObject({ kind: "file", quietestDb: -52 });
  expect(silenceOf(played(-52)).belowDb).toBe(-58);
  expect(silenceOf(played()).belowDb).toBe(-60);
});

test("[S80] the emergency loop may not be quiet, a DJ may", () => {
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
