import { expect, test } from "vitest";
import { createStreamTitle, ICY_METAINT, ICY_START, interleaveTitle } from "../stream/icy.ts";
import { splitTitles } from "./icy-reader.ts";

test("titles are taken out of the audio again, the newest is the one that counts", () => {
  const audio = Buffer.from(Array.from({ length: 3 * ICY_METAINT + 100 }, (_, at) => at % 251));
  const half = 2 * ICY_METAINT - 10;
  const first = interleaveTitle({
    bytes: audio.subarray(0, half),
    title: createStreamTitle("One - it's"),
    state: ICY_START,
  });
  const second = interleaveTitle({
    bytes: audio.subarray(half),
    title: createStreamTitle("Two"),
    state: first.state,
  });
  const sent = Buffer.concat([...first.pieces, ...second.pieces]);

  expect(splitTitles(sent, ICY_METAINT)).toEqual({ audio, title: "Two" });
  expect(splitTitles(sent.subarray(0, ICY_METAINT + 200), ICY_METAINT).title).toBe("One - it's");
  expect(splitTitles(sent.subarray(0, ICY_METAINT + 10), ICY_METAINT).title).toBeNull();
  expect(splitTitles(audio, null)).toEqual({ audio, title: null });
});
