import { expect, test } from "vitest";
import { checkCodecs } from "./codec-check.ts";

test("every mount codec encodes and decodes a tone, and file decoders are present", () => {
  const checks = checkCodecs();

  expect(checks).toEqual(
    [
      "MP3 encoded and decoded",
      "Opus encoded and decoded",
      "AAC encoded and decoded",
      "FLAC decoder found",
      "Vorbis decoder found",
      "ALAC decoder found",
      "WAV decoder found",
    ].map((name) => ({ name, problem: null })),
  );
});
