import { expect, test } from "vitest";
import { addAudience, sumPlays, windowsOf } from "./play-audience-rules.ts";
import { noonMs, sessionRow } from "./test-session-rows.ts";

const MINUTE_MS = 60_000;
const at = (minutes: number) => noonMs + minutes * MINUTE_MS;
/** Three minutes each, mixed for ten seconds. */
const plays = [0, 1, 2].map((index) => ({
  id: `play ${index}`,
  startedAtMs: at(3 * index),
  endedAtMs: index === 2 ? null : at(3 * index + 3) + 10_000,
}));
const windows = windowsOf(plays);

test("[K4] a play counts until the next one begins, the newest one without an end", () => {
  expect(windows).toEqual([
    { playId: "play 0", fromMs: at(0), untilMs: at(3) },
    { playId: "play 1", fromMs: at(3), untilMs: at(6) },
    { playId: "play 2", fromMs: at(6), untilMs: Infinity },
  ]);
});

test("[K4] a play that nothing follows at once counts until its own end", () => {
  const [first, second] = plays;
  if (first === undefined || second === undefined) throw new Error("no plays");

  expect(windowsOf([{ ...first, endedAtMs: at(2) }, second])[0]).toMatchObject({ untilMs: at(2) });
});

test("[K4] a session adds its overlap to each play, and is counted at their starts and ends", () => {
  const [first, second, third, ...others] = sumPlays(
    [sessionRow(1, { fromMs: at(1), toMs: at(7) })],
    windows,
  );

  const place = (seconds: number) => ({
    seconds,
    mounts: { "/stream.mp3": seconds },
    countries: { DE: seconds },
  });
  expect(first).toEqual({
    playId: "play 0",
    atStart: 0,
    atEnd: 1,
    joined: 1,
    left: 0,
    leftEarly: 0,
    ...place(120),
  });
  expect(second).toEqual({
    playId: "play 1",
    atStart: 1,
    atEnd: 1,
    joined: 0,
    left: 0,
    leftEarly: 0,
    ...place(180),
  });
  expect(third).toEqual({
    playId: "play 2",
    atStart: 1,
    atEnd: 0,
    joined: 0,
    left: 1,
    leftEarly: 0,
    ...place(60),
  });
  expect(others).toEqual([]);
});

test("[K4] a session in several rows counts as it does in one", () => {
  const whole = { fromMs: at(1), toMs: at(7) };
  const parts = [
    sessionRow(1, { ...whole, toMs: at(3), isLast: false }),
    sessionRow(2, {
      fromMs: at(3),
      toMs: at(4),
      startedAtMs: at(1),
      isFirst: false,
      isLast: false,
    }),
    sessionRow(3, { ...whole, fromMs: at(4), startedAtMs: at(1), isFirst: false }),
  ];

  expect(sumPlays(parts, windows)).toEqual(sumPlays([sessionRow(1, whole)], windows));
});

test("[K4] leaving counts as early within 30 s of hearing the play", () => {
  const early = (fromMs: number, toMs: number) =>
    sumPlays([sessionRow(1, { fromMs, toMs })], windows).map(({ leftEarly }) => leftEarly);

  expect(early(at(1), at(3) + 30_000)).toEqual([0, 1]);
  expect(early(at(1), at(3) + 30_001)).toEqual([0, 0]);
  expect(early(at(4), at(4) + 20_000)).toEqual([1]);
});

test("time in which a player was away counts for no play", () => {
  const row = sessionRow(1, { fromMs: at(0), toMs: at(2), seconds: 90 });

  expect(sumPlays([row], windows)).toMatchObject([{ seconds: 90 }]);
});

test("what is added later is summed by mount and by country", () => {
  const [mine] = sumPlays([sessionRow(1)], windows);
  const [other] = sumPlays([sessionRow(2, { mount: "/opus", country: null })], windows);
  if (mine === undefined || other === undefined) throw new Error("no audience");

  expect(addAudience(mine, other)).toMatchObject({
    seconds: 120,
    joined: 2,
    left: 2,
    mounts: { "/stream.mp3": 60, "/opus": 60 },
    countries: { DE: 60, "": 60 },
  });
});
