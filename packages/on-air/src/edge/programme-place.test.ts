import { expect, test } from "vitest";
import { Ring } from "../stream/ring.ts";
import { ProgrammePlace } from "./programme-place.ts";

const frames = new Map([["known", 44_100]]);
const ring = new Ring(88_200);
const place = () => new ProgrammePlace({ placeOf: (digest) => frames.get(digest), ring });

test("a frame that both have gives the master's position and the lag", () => {
  const edge = place();

  edge.follow({ digest: "known", positionSamples: 441_000, endSamples: 441_000 + 66_150 });

  expect(edge.masterMsOf(1000)).toBe(10_000);
  expect(edge.lagMs).toBe(500);
});

test("a frame that has not arrived yet is awaited", () => {
  const edge = place();
  edge.follow({ digest: "to come", positionSamples: 0, endSamples: 0 });
  expect(edge.masterMsOf(1000)).toBe(null);

  frames.set("to come", 88_200);
  edge.check();

  expect(edge.masterMsOf(2000)).toBe(0);
});
