import path from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import * as z from "zod";
import { silenceCodecLog } from "../../audio/codec-log.ts";
import { FrameEncoder } from "../../audio/frame-encoder.ts";
import { CHANNELS, SAMPLE_RATE_HZ } from "../../audio/pcm-format.ts";
import { writeWholeFile } from "../whole-file.ts";
import { renderCover } from "./demo-cover.ts";
import { demoPieces, type DemoPiece } from "./demo-songs.ts";
import { id3Tag } from "./id3-tag.ts";
import { renderSong } from "./song-renderer.ts";

const BITRATE_KBPS = 320;
/** The encoder holds back frames until it has seen what follows; this many silent frames flush them. */
const FLUSH_FRAMES = 2;

const dataSchema = z.object({ folder: z.string() });
const pieceIndexSchema = z.int().min(0);

/** A worker thread that makes demo files one by one: an index comes in, the file's path goes out. */
const { folder } = dataSchema.parse(workerData);
silenceCodecLog();
parentPort?.on("message", (message: unknown) => {
  const index = pieceIndexSchema.parse(message);
  const piece = demoPieces[index];
  if (piece === undefined) throw new Error(`no demo piece ${index}`);
  // A rejection ends the worker with an error event, which its owner turns into a failed job.
  void writePiece(piece).then((filePath) => {
    parentPort?.postMessage(filePath);
  });
});

async function writePiece({ song, file, ...numbers }: DemoPiece): Promise<string> {
  const { title, artist, year } = song;
  const coverJpeg = await renderCover(song.cover);
  const tag = id3Tag({ title, artist, year, ...numbers, coverJpeg });
  const filePath = path.join(folder, file);
  await writeWholeFile(filePath, [tag, ...encodeMp3(renderSong(song))]);
  return filePath;
}

function encodeMp3(interleaved: Float32Array): readonly Uint8Array[] {
  const encoder = new FrameEncoder({
    codec: "mp3",
    bitrateKbps: BITRATE_KBPS,
    sampleRateHz: SAMPLE_RATE_HZ,
    channels: CHANNELS,
  });
  try {
    const pieces: Uint8Array[] = [];
    const { frameSamples } = encoder;
    const frames = Math.ceil(interleaved.length / 2 / frameSamples) + FLUSH_FRAMES;
    const left = new Float32Array(frameSamples);
    const right = new Float32Array(frameSamples);
    for (let frame = 0; frame < frames; frame += 1) {
      const start = frame * frameSamples * 2;
      for (let index = 0; index < frameSamples; index += 1) {
        left[index] = interleaved[start + index * 2] ?? 0;
        right[index] = interleaved[start + index * 2 + 1] ?? 0;
      }
      pieces.push(...encoder.encode([left, right]));
    }
    return [Buffer.concat(pieces)];
  } finally {
    encoder.close();
  }
}
