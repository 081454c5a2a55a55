import { writeFile } from "node:fs/promises";
import path from "node:path";
import { NUMBERS_PER_TRACK, renderMarks } from "./mark-rules.ts";

/** Enough for the tones, at a quarter of a CD's data. */
export const RATE_HZ = 22_050;
const WAV_HEADER_BYTES = 44;
/** Makes files with numbered seconds: the first from 1000, the second from 2000. */
export async function makeMarkedTracks({
  folder,
  count,
  seconds,
}: {
  readonly folder: string;
  readonly count: number;
  /** Per file; at most 1000. */
  readonly seconds: number;
}): Promise<void> {
  for (let track = 1; track <= count; track += 1)
    await writeFile(
      path.join(folder, `Marked ${track}.wav`),
      markedWav({ firstNumber: track * NUMBERS_PER_TRACK, seconds }),
    );
}

/** A file of seconds from that number on. */
export function markedWav({
  firstNumber,
  seconds,
}: {
  readonly firstNumber: number;
  readonly seconds: number;
}): Buffer {
  return wavOf(renderMarks({ firstNumber, seconds, rateHz: RATE_HZ }));
}

/** A mono 16-bit WAV file. */
export function wavOf(samples: Int16Array): Buffer {
  const data = Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength);
  const header = Buffer.alloc(WAV_HEADER_BYTES);
  header.write("RIFF", 0);
  header.writeUInt32LE(WAV_HEADER_BYTES - 8 + data.length, 4);
  header.write("WAVEfmt ", 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(RATE_HZ, 24);
  header.writeUInt32LE(RATE_HZ * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write("data", 36);
  header.writeUInt32LE(data.length, 40);
  return Buffer.concat([header, data]);
}
