import type { BackupPlan, S3Store } from "@neonrelay/contract";
import { niceness } from "@neonrelay/on-air/media-jobs";
import { wordStorageTrouble } from "@neonrelay/on-air/s3-rules";
import { S3Storage } from "@neonrelay/on-air/s3-storage";
import { open, readdir, stat } from "node:fs/promises";
import path from "node:path";
import { readScheduledName } from "../backup/backup-plan-rules.ts";
import { listStored } from "../backup/remote-manifest.ts";
import { BACKUPS_FOLDER } from "../backup/kept-update-backups.ts";
import type { Database } from "../database/database.ts";
import { countTrackFiles } from "../library/known-file-store.ts";
import { listTrackFiles } from "../library/track-store.ts";
import { runMediaJob, type MediaRun } from "../media/media-runner.ts";
import type { CodecState, MusicSample, NewestBackup } from "./content-rules.ts";
import { shortReasonOf } from "./finding.ts";
import { listRefusedFiles } from "../library/refused-file-store.ts";

const SAMPLE = 200;
/** Each file in a hanging folder blocks one of the process's threads. */
const FILES_AT_ONCE = 2;
/** Including retries, and below the limit of the check itself. */
const STORAGE_LIMIT_MS = 12_000;

/** Encodes and decodes a sample in a media child. */
export async function tryCodecs(
  media: Pick<MediaRun, "childUrl" | "fileLimitMs">,
  signal: AbortSignal,
): Promise<readonly CodecState[]> {
  const codecs: CodecState[] = [];
  const job = { kind: "check-codecs", niceness: niceness.awaited } as const;
  for await (const result of runMediaJob({ ...media, job, signal }))
    if (result.kind === "codec") codecs.push({ name: result.name, problem: result.problem });
  return codecs;
}

/** Reads the first bytes of up to 200 files from all over the library. */
export async function sampleMusic(
  { connection }: Database,
  signal: AbortSignal,
): Promise<MusicSample> {
  const { missing } = await countTrackFiles(connection);
  const files = await listTrackFiles(connection);
  const refused = (await listRefusedFiles(connection)).length;
  const step = Math.max(1, files.length / SAMPLE);
  const sample = Array.from(
    { length: Math.min(files.length, SAMPLE) },
    (_, index) => files[Math.floor(index * step)]?.path ?? "",
  );
  const unreadable: { readonly path: string; readonly reason: string }[] = [];
  for (let first = 0; first < sample.length && !signal.aborted; first += FILES_AT_ONCE)
    await Promise.all(
      sample.slice(first, first + FILES_AT_ONCE).map(async (file) => {
        const reason = await tryReading(file);
        if (reason !== null) unreadable.push({ path: file, reason });
      }),
    );
  return { present: files.length, missing, refused, looked: sample.length, unreadable };
}

async function tryReading(name: string): Promise<string | null> {
  try {
    await using file = await open(name, "r");
    const { bytesRead } = await file.read(Buffer.alloc(1), 0, 1, 0);
    return bytesRead === 1 ? null : "empty";
  } catch (error) {
    return shortReasonOf(error);
  }
}

/**
 * When the newest backup in the station's own folder or that of the plan was written; with a plan only scheduled ones
 * count.
 */
export async function findNewestBackup(
  dataDir: string,
  { isOn, folder, store }: Pick<BackupPlan, "isOn" | "folder" | "store">,
  signal: AbortSignal,
): Promise<NewestBackup> {
  if (store !== null) return await findNewestStored(store, signal);
  const own = path.join(dataDir, BACKUPS_FOLDER);
  const times: number[] = [];
  for (const place of new Set([own, folder === "" ? own : folder]))
    for (const name of await readdir(place).catch(() => []))
      // none was needed yet
      if (isOn ? readScheduledName(name)?.isWhole === true : backupPattern.test(name))
        times.push((await stat(path.join(place, name))).mtimeMs);
  return { atMs: times.length === 0 ? null : Math.max(...times) };
}

async function findNewestStored(store: S3Store, signal: AbortSignal): Promise<NewestBackup> {
  const limit = AbortSignal.timeout(STORAGE_LIMIT_MS);
  try {
    const storage = new S3Storage(store, AbortSignal.any([limit, signal]));
    const [newest] = listStored(await storage.list("scheduled-"));
    return { atMs: newest?.createdAtMs ?? null };
  } catch (error) {
    return { problem: wordStorageTrouble(error) };
  }
}

const backupPattern = /\.backup\.(?:gz|tar)$/;
