import { expect, test } from "vitest";
import { playlistPlace } from "./playlist-place.ts";

const wanted = { requestedBy: "owl" };
const rotation = { requestedBy: null };

test("before the queue begins its first track is number 1", () => {
  expect(playlistPlace([rotation, wanted], 3)).toEqual({ number: 1, of: 3 });
  expect(playlistPlace([], 2)).toEqual({ number: 1, of: 2 });
});

test("what has played of the queue counts, back to the last track that nobody asked for", () => {
  expect(playlistPlace([wanted, rotation, wanted], 2)).toEqual({ number: 1, of: 3 });
  expect(playlistPlace([wanted, wanted, wanted, rotation], 1)).toEqual({ number: 3, of: 4 });
});
