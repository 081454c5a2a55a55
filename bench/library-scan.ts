import { fork } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import * as z from "zod";
import { projectRoot } from "../scripts/stage.ts";
import { messageOf } from "./api.ts";

const FILES_IN_FOLDER = 100;
const FOLDERS_IN_FOLDER = 100;

const scannedSchema = z.array(
  z.object({ what: z.string(), seconds: z.number(), moreMib: z.number(), longestMs: z.number() }),
);

/** Scan of this many small files, first all new and then all known: walk, stat and queue, without reading them. */
export async function measureScan(files: number) {
  const folder = await mkdtemp(path.join(os.tmpdir(), "neonrelay-files-"));
  try {
    await makeFiles(folder, files);
    const child = fork(path.join(projectRoot, "bench/library-scan-child.ts"), [folder], {
      execArgv: ["--expose-gc"],
    });
    const scans = scannedSchema.parse(await messageOf(child));
    return scans.map(({ what, seconds, moreMib, longestMs }) => ({
      database: "embedded",
      files,
      what,
      seconds: Math.round(seconds * 10) / 10,
      "more MiB": Math.round(moreMib),
      "event loop, longest ms": Math.round(longestMs),
    }));
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function makeFiles(folder: string, files: number): Promise<void> {
  for (let first = 0; first < files; first += FILES_IN_FOLDER) {
    const number = first / FILES_IN_FOLDER;
    const artist = `artist ${Math.floor(number / FOLDERS_IN_FOLDER)}`;
    const album = path.join(folder, artist, `album ${number}`);
    await mkdir(album, { recursive: true });
    const names = Array.from(
      { length: Math.min(FILES_IN_FOLDER, files - first) },
      (_, index) => `${index} - a track of this album.mp3`,
    );
    await Promise.all(names.map((name) => writeFile(path.join(album, name), name)));
  }
}
