// @module-tag ffmpeg
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { decode } from "../tones.ts";
import { readProgramme } from "./mark-rules.ts";
import { makeMarkedTracks } from "./marked-track.ts";

const run = promisify(execFile);
/** Padding by encoder and decoder. */
const CODEC_DELAY_MS = 100;

test.for([64, 320])(
  "every second of a marked track is readable in MP3 of %i kbit/s",
  async (bitrateKbps) => {
    const folder = await mkdtemp(path.join(os.tmpdir(), "neonrelay-marks-"));
    try {
      await makeMarkedTracks({ folder, count: 2, seconds: 20 });
      const encoded = path.join(folder, "encoded.mp3");
      const input = ["-nostdin", "-v", "error", "-i", path.join(folder, "Marked 2.wav")];
      const format = ["-ar", "44100", "-ac", "2", "-b:a", `${bitrateKbps}k`];
      await run("ffmpeg", [...input, ...format, "-write_xing", "0", encoded]);

      const [stretch, ...more] = readProgramme(await decode(await readFile(encoded)));

      expect(more).toEqual([]);
      expect(stretch?.fromMs).toBe(0);
      expect(Math.abs((stretch?.programmeMs ?? 0) - 2_000_000)).toBeLessThan(CODEC_DELAY_MS);
      expect(Math.abs((stretch?.untilMs ?? 0) - 20_000)).toBeLessThan(2 * CODEC_DELAY_MS);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
);
