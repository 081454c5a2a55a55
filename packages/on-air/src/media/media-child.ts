import os from "node:os";
import { pino } from "pino";
import sharp from "sharp";
import { readJsonLines, toJsonLine } from "@neonrelay/process/json-lines";
import { checkCodecs } from "../audio/codec-check.ts";
import { squarePicture } from "./artwork.ts";
import { analyseFile, drawFile, MAX_OPEN_MS, MAX_TRACK_MS } from "./analyse-file.ts";
import { findFolderCovers, storeCover } from "./folder-cover.ts";
import { makeSoundPrint } from "../audio/sound-printer.ts";
import { measureOriginal } from "./original-size.ts";
import { makeTagCopy } from "./tag-copy.ts";
import { makeOriginalCopy } from "./tag-original.ts";
import { synthesiseDemo } from "./demo/synthesise-demo.ts";
import { mediaJobSchema, type MediaJob, type MediaResult } from "./media-jobs.ts";

/** Large enough for a job with a picture. */
const MAX_JOB_BYTES = 2 * 1024 * 1024;

type RenderJob = Extract<MediaJob, { readonly kind: "render" }>;

const log = pino(
  { base: { part: "media" }, formatters: { level: (label) => ({ level: label }) } },
  pino.destination({ dest: 2, sync: true }),
);

await main();

/** Reads one job from stdin, does it, and exits: 0 on success, 1 otherwise. */
async function main(): Promise<void> {
  // The reader of the results has gone: there is nothing left to do.
  process.stdout.on("error", () => process.exit(1));
  try {
    const lines = readJsonLines(process.stdin, { maxLineBytes: MAX_JOB_BYTES });
    const first = await lines.next();
    await lines.return();
    const job = mediaJobSchema.safeParse(first.value);
    if (job.success) await run(job.data);
    else fail(job.error, "the job does not parse");
  } catch (error) {
    fail(error, "the media job broke");
  }
}

function fail(error: unknown, message: string): void {
  log.error({ err: error }, message);
  process.exitCode = 1;
}

async function run(job: MediaJob): Promise<void> {
  sharp.cache(false);
  os.setPriority(job.niceness);
  switch (job.kind) {
    case "analyse":
      for (const filePath of job.paths)
        await write(
          await hearOrRefuse(filePath, (heard) =>
            analyseFile({ ...heard, artworkFolder: job.artworkFolder, longestOpenMs: MAX_OPEN_MS }),
          ),
        );
      break;
    case "sound-prints":
      for (const filePath of job.paths)
        await write({ kind: "sound-print", path: filePath, soundPrint: printOrNull(filePath) });
      break;
    case "synthesise-demo":
      await synthesiseDemo({
        folder: job.folder,
        onTrack: (filePath) => write({ kind: "demo-track", path: filePath }),
      });
      break;
    case "picture": {
      const picture = await squarePicture(Buffer.from(job.base64, "base64"));
      if (picture === null) {
        const reason = "This is no picture that can be read";
        await write({ kind: "refused", path: "", reason });
      } else await write({ kind: "picture", base64: Buffer.from(picture).toString("base64") });
      break;
    }
    case "store-cover": {
      const { picturePath, artworkFolder } = job;
      const cover = await storeCover(picturePath, artworkFolder);
      if ("problem" in cover)
        await write({ kind: "refused", path: picturePath, reason: cover.problem });
      else await write({ kind: "cover", path: picturePath, ...cover });
      break;
    }
    case "folder-covers":
      for await (const result of findFolderCovers(job.paths, job.artworkFolder))
        await write(result);
      break;
    case "tag-copies":
      for (const { path: filePath, ...copy } of job.files) {
        // Starts the time limit of this file.
        await write({ kind: "progress", path: filePath, decodedMs: 0 });
        await write(await tagOrRefuse({ filePath, ...copy, artworkFolder: job.artworkFolder }));
      }
      break;
    case "original-copies":
      for (const { path: filePath, copyPath, original: place } of job.files) {
        await write({ kind: "progress", path: filePath, decodedMs: 0 });
        await write(await makeOriginalCopy({ filePath, copyPath, place }));
      }
      break;
    case "original-sizes":
      for (const filePath of job.paths) {
        const size = await measureOriginal(filePath);
        await write({ kind: "original-size", path: filePath, ...size });
      }
      break;
    case "peaks":
      for (const filePath of job.paths) await write(await hearOrRefuse(filePath, drawFile));
      break;
    case "render":
      await write(await render(job));
      break;
    case "check-codecs":
      for (const checked of checkCodecs()) await write({ kind: "codec", ...checked });
      break;
    default:
      job satisfies never;
  }
}

/** An unexpected failure costs only that file: the log has the cause, and the rest is analysed. */
async function hearOrRefuse(
  filePath: string,
  hear: (heard: Parameters<typeof drawFile>[0]) => Promise<MediaResult>,
): Promise<MediaResult> {
  try {
    return await hear({
      filePath,
      longestMs: MAX_TRACK_MS,
      onProgress: (decodedMs) => write({ kind: "progress", path: filePath, decodedMs }),
    });
  } catch (error) {
    log.error({ err: error, path: filePath }, "the analysis of a file failed");
    const reason = "The analysis of this file failed: see the station's log";
    return { kind: "refused", path: filePath, reason };
  }
}

/** An undecodable file has no sound print; analysing it says why. */
function printOrNull(filePath: string): string | null {
  try {
    return makeSoundPrint(filePath)?.toString("base64") ?? null;
  } catch (error) {
    log.warn({ err: error, path: filePath }, "a file has no sound print");
    return null;
  }
}

/** The same for tags. */
async function tagOrRefuse(copy: Parameters<typeof makeTagCopy>[0]): Promise<MediaResult> {
  try {
    return await makeTagCopy(copy);
  } catch (error) {
    log.error({ err: error, path: copy.filePath }, "writing the tags of a file failed");
    const reason = "Writing the tags of this file failed: see the station's log";
    return { kind: "refused", path: copy.filePath, reason };
  }
}

/** Loads the engine for this job only. */
async function render({ track, ...piece }: RenderJob): Promise<MediaResult> {
  const { renderSound } = await import("../engine/rendered-sound.ts");
  const rendered = await renderSound({ track, ...piece });
  if (rendered.kind === "refused")
    return { kind: "refused", path: track.path, reason: rendered.reason };
  const { sound, joinAtMs } = rendered;
  return { kind: "sound", base64: sound.toString("base64"), joinAtMs };
}

async function write(result: MediaResult): Promise<void> {
  const written = Promise.withResolvers<void>();
  process.stdout.write(toJsonLine(result), (error) => {
    if (error === undefined || error === null) written.resolve();
    else written.reject(error);
  });
  await written.promise;
}
