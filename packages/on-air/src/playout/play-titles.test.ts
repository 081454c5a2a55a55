import { beforeEach, expect, test } from "vitest";
import { PlayTitles } from "./play-titles.ts";
import type { DjPlay } from "./plays.ts";

const KEPT = 100;
let stationName: string;
let titles: PlayTitles;

beforeEach(() => {
  stationName = "Night Wave";
  titles = new PlayTitles({ stationName: () => stationName });
});

function play(playId: string): DjPlay {
  const title = { artist: "Ada", title: `Show ${playId}` };
  return { kind: "live", playId, sessionId: "1", djName: "Ada", format: null, title };
}

/** What a listener sees. */
function shown(playId: string | null, mark: number | null = null): string {
  return titles.of({ playId, mark }).text;
}

test("a feed's title at a mark wins over the play's title, and that over the station's name", () => {
  titles.keep(play("a"));
  const mark = titles.addFeedTitle({ artist: "Bo", title: "Tide" });

  expect(shown("a", mark)).toBe("Bo - Tide");
  expect(titles.ofMark(mark)).toMatchObject({ artist: "Bo", title: "Tide" });
  expect(shown("a", mark + 1)).toBe("Ada - Show a");
  expect(shown("a")).toBe("Ada - Show a");
  expect(shown("b")).toBe("Night Wave");
  expect(shown(null)).toBe("Night Wave");
});

test("while no play is heard, a new name of the station is announced", () => {
  shown(null);
  stationName = "Day Wave";

  expect(shown(null)).toBe("Day Wave");
});

test("the oldest titles are forgotten, except those of plays still needed", () => {
  for (let number = 0; number < KEPT + 3; number += 1) titles.keep(play(String(number)));
  titles.forgetOld({ isStillNeeded: (playId) => playId === "1" });

  const [forgotten, needed] = [
    ["0", "2", "3"],
    ["1", "4", String(KEPT + 2)],
  ];
  expect(forgotten.map((playId) => shown(playId))).toEqual(forgotten.map(() => stationName));
  expect(needed.map((playId) => shown(playId))).toEqual(needed.map((id) => `Ada - Show ${id}`));
});

test("the oldest titles of feeds are forgotten", () => {
  const marks = Array.from({ length: KEPT + 1 }, (_, number) =>
    titles.addFeedTitle({ artist: "Bo", title: String(number) }),
  );

  expect(titles.ofMark(marks[0] ?? null)).toBeUndefined();
  expect(titles.ofMark(marks[1] ?? null)).toMatchObject({ title: "1" });
});
