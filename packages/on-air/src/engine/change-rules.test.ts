import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { decideChange, decideChangeWhilePaused, type Situation } from "./change-rules.ts";
import { PROGRAMME_RATE_HZ } from "./engine-protocol.ts";
import type { ComingPlay } from "./join-rules.ts";
import type { TrackState } from "./voice.ts";

const second = PROGRAMME_RATE_HZ;
const emergency = { kind: "emergency" } as const;

function fileOf(seconds: number): Pick<TrackState, "play" | "deck"> {
  return {
    play: {
      playId: randomUUID(),
      source: { kind: "file", path: "a", cues: null, albumPlace: null },
      gainDb: 0,
      offsetMs: 0,
    },
    deck: { available: seconds * second, isComplete: true, status: "ended", failure: "" },
  };
}

const onAir = (seconds: number): TrackState => ({
  ...fileOf(seconds),
  kind: "track",
  fileSamples: 100 * second,
});
const coming = (purpose: ComingPlay["purpose"], seconds = 60): ComingPlay => ({
  ...fileOf(seconds),
  purpose,
});
const situation: Situation = {
  current: onAir(30),
  next: coming("cue"),
  isPreparing: false,
  crossfadeSamples: 4 * second,
  skipSamples: undefined,
  takeSamples: 2 * second,
  isTakeTimed: false,
  isFirstSound: false,
};
/** @param fade in seconds */
const change = (fade: number, reason: string, detail: string | null = null) => ({
  outSamples: fade * second,
  inSamples: fade * second,
  ending: { reason, detail },
});

test("a track ends by itself once its join is due, and not before", () => {
  expect(decideChange(situation)).toBeUndefined();
  expect(decideChange({ ...situation, current: onAir(4) })).toEqual(change(4, "finished"));
  expect(decideChange({ ...situation, current: onAir(3) })).toEqual({
    ...change(4, "finished"),
    outSamples: 3 * second,
  });
});

test("a broken file says why it ends", () => {
  const track = onAir(0);
  const current: TrackState = {
    ...track,
    deck: { ...track.deck, status: "failed", failure: "bad" },
  };

  expect(decideChange({ ...situation, current })).toMatchObject({
    ending: { reason: "failed", detail: "bad" },
  });
});

test("the emergency loop leaves within half a second, and at once before the first sound", () => {
  const given = { ...situation, current: emergency };

  expect(decideChange(given)).toEqual(change(0.5, "finished"));
  expect(decideChange({ ...given, isFirstSound: true })).toEqual(change(0, "finished"));
  expect(decideChange({ ...given, next: undefined })).toBeUndefined();
});

test("[P28] over the emergency loop a timed play is heard in full at once", () => {
  const given = { ...situation, current: emergency, next: coming("take"), isTakeTimed: true };

  expect(decideChange(given)).toEqual({
    ...change(0.5, "finished"),
    inSamples: 0.01 * second,
  });
});

test("[P19] a skip fades over its own length, half of a short next track, or the sound that is left", () => {
  const skipped = { ...situation, skipSamples: 3 * second };

  expect(decideChange(skipped)).toEqual(change(3, "skipped"));
  expect(decideChange({ ...skipped, next: coming("cue", 2) })).toEqual(change(1, "skipped"));
  expect(decideChange({ ...skipped, current: onAir(1) })).toEqual(change(1, "skipped"));
  expect(decideChange({ ...skipped, skipSamples: 0 })).toEqual(change(0.01, "skipped"));
});

test("a skip waits for a play that is on its way; with none it goes to the emergency loop", () => {
  const skipped = { ...situation, skipSamples: 3 * second, next: undefined };

  expect(decideChange({ ...skipped, isPreparing: true })).toBeUndefined();
  expect(decideChange(skipped)).toEqual(change(3, "skipped"));
});

test("a restart cuts, and a play taken on air fades in over its own length", () => {
  expect(decideChange({ ...situation, next: coming("restart") })).toEqual(
    change(0.01, "restarted"),
  );
  const taking = { ...situation, next: coming("take") };
  expect(decideChange(taking)).toEqual(change(2, "skipped"));
  expect(decideChange({ ...taking, takeSamples: 0 })).toEqual(change(0.01, "skipped"));
  expect(decideChange({ ...taking, current: onAir(1) })).toEqual(change(1, "skipped"));
});

test("while paused, requested changes happen at once and no others", () => {
  const paused = { ...situation, current: onAir(0) };
  const skipped = { ...paused, skipSamples: second };

  expect(decideChangeWhilePaused(paused)).toBeUndefined();
  expect(decideChangeWhilePaused({ ...paused, next: coming("restart") })).toEqual(
    change(0, "restarted"),
  );
  expect(decideChangeWhilePaused({ ...paused, next: coming("take") })).toEqual(
    change(0, "skipped"),
  );
  expect(decideChangeWhilePaused(skipped)).toEqual(change(0, "skipped"));
  expect(
    decideChangeWhilePaused({ ...skipped, next: undefined, isPreparing: true }),
  ).toBeUndefined();
});

test("while paused, the emergency loop leaves as soon as there is anything else", () => {
  const paused = { ...situation, current: emergency };

  expect(decideChangeWhilePaused(paused)).toEqual(change(0, "finished"));
  expect(decideChangeWhilePaused({ ...paused, next: undefined })).toBeUndefined();
});
