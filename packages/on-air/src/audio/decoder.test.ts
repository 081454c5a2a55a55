import { expect, test } from "vitest";
import { isHopeless } from "./decoder.ts";

test("[P46] damage spread over hours ends a file but not a feed", () => {
  const spread = { badInARow: 1, badPackets: 1_000_000 };

  expect(isHopeless({ ...spread, isFeed: true })).toBe(false);
  expect(isHopeless({ ...spread, isFeed: false })).toBe(true);
});

test("[P46] a feed that delivers nothing but damage is over", () => {
  const all = { isFeed: true, badPackets: 51 };

  expect(isHopeless({ ...all, badInARow: 50 })).toBe(false);
  expect(isHopeless({ ...all, badInARow: 51 })).toBe(true);
});
