import { expect, test } from "vitest";
import { afterOutage, brokenPromises, promises, type CrowdHeard } from "./promise-rules.ts";

const none = { median: 0, worst: 0 };
const quiet: CrowdHeard = {
  listeners: 10,
  silentAtEnd: 0,
  drops: 0,
  missingMs: none,
  twiceMs: none,
  foreignMs: none,
  stalledMs: none,
  silentMs: none,
  pausedMs: { median: 300, worst: 400 },
  unknownMs: none,
};
const outcome = (heard: Partial<CrowdHeard>) => ({
  heard: { ...quiet, ...heard },
  lost: [],
  wellAfterMs: 3000,
  waitedMs: 0,
  timeFactor: 1,
});
const worst = (ms: number) => ({ median: 0, worst: ms });

test("a server fault is inaudible", () => {
  expect(brokenPromises(promises.unheard, outcome({}))).toEqual([]);
  expect(
    brokenPromises(
      promises.unheard,
      outcome({
        silentMs: worst(900),
        missingMs: worst(2000),
        twiceMs: worst(1300),
        drops: 3,
      }),
    ),
  ).toEqual([
    "0.9 s without the programme, 0 s at most",
    "2 s of the programme were left out, 0 s at most",
    "1.3 s of the programme came twice, 0 s at most",
    "3 connections of listeners ended",
  ]);
});

test("a killed engine is audible for at most 1.5 s, a stopped one for a second more", () => {
  const heard = outcome({ silentMs: worst(2400) });

  expect(brokenPromises(promises.engineKilled, outcome({ silentMs: worst(1400) }))).toEqual([]);
  expect(brokenPromises(promises.engineKilled, heard)).toEqual([
    "2.4 s without the programme, 1.5 s at most",
  ]);
  expect(brokenPromises(promises.engineStopped, heard)).toEqual([]);
});

test("listeners of a killed on-air are back within 4 s, of a stopped one within 9 s", () => {
  const heard = outcome({ drops: 10, pausedMs: worst(4500), missingMs: worst(3000) });

  expect(brokenPromises(promises.onAirKilled, heard)).toEqual([
    "a listener was back after 4.5 s, 4 s at most",
  ]);
  expect(brokenPromises(promises.onAirStopped, heard)).toEqual([]);
});

test("a killed on-air resumes within 3 s of its position, and repeats at most a second", () => {
  const heard = outcome({ missingMs: worst(3300), twiceMs: worst(1300) });

  expect(brokenPromises(promises.onAirKilled, heard)).toEqual([
    "3.3 s of the programme were left out, 3 s at most",
    "1.3 s of the programme came twice, 1 s at most",
  ]);
});

test("a listener who is away while the station starts misses only that time", () => {
  const heard = { drops: 10, pausedMs: worst(14_000), missingMs: worst(13_000) };

  expect(brokenPromises(promises.launcherKilled, outcome(heard))).toEqual([]);
  expect(
    brokenPromises(promises.launcherKilled, outcome({ ...heard, missingMs: worst(580_000) })),
  ).toEqual(["580 s of the programme were left out, 14 s at most"]);
});

test("no fault may lose a confirmed write or a listener, or leave the station ill", () => {
  expect(
    brokenPromises(promises.onAirKilled, {
      heard: { ...quiet, silentAtEnd: 2, unknownMs: worst(3000) },
      lost: ["1 of 20 chat messages is lost"],
      wellAfterMs: null,
      waitedMs: 0,
      timeFactor: 1,
    }),
  ).toEqual([
    "1 of 20 chat messages is lost",
    "3 s of what a listener heard could not be judged",
    "2 listeners did not come back",
    "all was not well within 60 s",
  ]);
});

test("listeners are back within 4 s of their network's return", () => {
  const heard = outcome({ drops: 10, pausedMs: worst(7500) });

  expect(brokenPromises(afterOutage(3000), heard)).toEqual([
    "a listener was back after 7.5 s, 7 s at most",
  ]);
  expect(brokenPromises(afterOutage(4000), heard)).toEqual([]);
});

test("time on-air and engine waited for a CPU does not count, but server faults stay inaudible", () => {
  const waited = { waitedMs: 800 };

  expect(
    brokenPromises(promises.onAirKilled, { ...outcome({ pausedMs: worst(4700) }), ...waited }),
  ).toEqual([]);
  expect(
    brokenPromises(promises.unheard, { ...outcome({ silentMs: worst(700) }), ...waited }),
  ).toEqual(["0.7 s without the programme, 0 s at most"]);
});

test("without speed judgement times may be longer, but server faults stay inaudible", () => {
  const slow = { ...outcome({ silentMs: worst(4000) }), timeFactor: 3 };

  expect(brokenPromises(promises.engineKilled, slow)).toEqual([]);
  expect(brokenPromises(promises.unheard, slow)).toEqual([
    "4 s without the programme, 0 s at most",
  ]);
});
