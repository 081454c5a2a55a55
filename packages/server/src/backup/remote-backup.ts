import type { S3Storage } from "@neonrelay/on-air/s3-storage";
import type { Logger } from "@neonrelay/process/log";
import { createHash, randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { rm, stat } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { type Database, MINIMUM_FREE_BYTES } from "../database/database.ts";
import { musicFolderOf, trackIdOf } from "./archive-format.ts";
import { writeBackup } from "./backup.ts";
import { type BackupFile, type PackedMusic, UnreadableBackupError } from "./backup-file.ts";
import { listArchivedFiles, type ArchivedFile } from "./music-archive.ts";
import { proveBackup } from "./prove-backup.ts";
import {
  listStored,
  MANIFEST_ENDING,
  MAX_MANIFEST_BYTES,
  musicToRemove,
  parseManifest,
  STORED_MUSIC,
  storedToRemove,
  type Manifest,
  type StoredMusic,
} from "./remote-manifest.ts";
import { openWorkFolder } from "./work-folder.ts";

interface RemoteParts {
  readonly database: Database;
  readonly dataDir: string;
  readonly log: Logger;
}

interface WantedRemote {
  readonly name: string;
  readonly createdAt: Date;
  readonly withMusic: boolean;
  readonly signal: AbortSignal;
}

/**
 * Writes a backup, verifies it by a restore and uploads it: first its music, each file once for all backups, then rows
 * and covers, and finally its manifest, without which it is no backup.
 */
export async function sendBackup(
  parts: RemoteParts,
  storage: S3Storage,
  { name, createdAt, withMusic, signal }: WantedRemote,
): Promise<void> {
  const file = path.join(await openWorkFolder(parts.dataDir), `backup-${randomUUID()}.gz`);
  try {
    const keepFreeBytes = MINIMUM_FREE_BYTES;
    await writeBackup(parts, { file, createdAt, keepFreeBytes, signal });
    await proveBackup(file, { ...parts, signal });
    const files = withMusic ? await listArchivedFiles(parts.database, file) : [];
    const music = await sendMusic(storage, files, signal);
    const sums = await checksumsOf(file, signal);
    const { size: sizeBytes } = await stat(file);
    await storage.putFile(name, { path: file, sizeBytes, ...sums });
    const { sha256 } = sums;
    const manifest: Manifest = { neonRelayManifest: 1, sizeBytes, sha256, music };
    await storage.putText(name + MANIFEST_ENDING, JSON.stringify(manifest));
  } finally {
    await rm(file, { force: true });
  }
}

async function sendMusic(
  storage: S3Storage,
  files: readonly ArchivedFile[],
  signal: AbortSignal,
): Promise<StoredMusic[]> {
  if (files.length === 0) return [];
  const there = new Map(await storage.list(STORED_MUSIC));
  const known = await findKnown(storage);
  const music: StoredMusic[] = [];
  for (const { folder, name, path: from, sizeBytes, modifiedAtMs } of files) {
    const trackId = trackIdOf(folder);
    if (trackId === null) continue;
    const before = known.get(trackId);
    const isUnchanged = before?.sizeBytes === sizeBytes && before.modifiedAtMs === modifiedAtMs;
    if (isUnchanged && there.get(STORED_MUSIC + before.sha256) === sizeBytes) {
      music.push({ ...before, name });
      continue;
    }
    const sums = await checksumsOf(from, signal);
    const stored = STORED_MUSIC + sums.sha256;
    if (there.get(stored) !== sizeBytes)
      await storage.putFile(stored, { path: from, sizeBytes, ...sums });
    there.set(stored, sizeBytes);
    music.push({ trackId, name, sizeBytes, modifiedAtMs, sha256: sums.sha256 });
  }
  return music;
}

/** Music of the newest backup, by track: unchanged files need no reading. */
async function findKnown(storage: S3Storage): Promise<ReadonlyMap<string, StoredMusic>> {
  const [newest] = listStored(await storage.list("scheduled-"));
  if (newest === undefined) return new Map();
  const manifest = parseManifest(
    await storage.getText(newest.name + MANIFEST_ENDING, MAX_MANIFEST_BYTES),
  );
  return new Map(manifest?.music.map((music) => [music.trackId, music]));
}

async function checksumsOf(
  file: string,
  signal: AbortSignal,
): Promise<{ readonly sha256: string; readonly md5: string }> {
  const sha256 = createHash("sha256");
  const md5 = createHash("md5");
  for await (const chunk of createReadStream(file, { signal })) {
    sha256.update(chunk);
    md5.update(chunk);
  }
  return { sha256: sha256.digest("hex"), md5: md5.digest("hex") };
}

/** Removes surplus backups, and music that no other backup has. */
export async function removeStored(storage: S3Storage, keep: number): Promise<void> {
  for (const name of storedToRemove(await storage.list("scheduled-"), keep))
    await storage.remove(name);
  const manifests: Manifest[] = [];
  for (const { name } of listStored(await storage.list("scheduled-"))) {
    const manifest = parseManifest(
      await storage.getText(name + MANIFEST_ENDING, MAX_MANIFEST_BYTES),
    );
    if (manifest === null) return; // any music could be its own
    manifests.push(manifest);
  }
  const music = await storage.list(STORED_MUSIC);
  for (const name of musicToRemove(music.keys(), manifests)) await storage.remove(name);
}

/**
 * Prepares a stored backup for a restore: fetches rows and covers now, and music on demand.
 * @param name null: the newest
 * @returns its file, which the caller removes
 * @throws UnreadableBackupError
 */
export async function fetchBackup(
  storage: S3Storage,
  { name, dataDir }: { readonly name: string | null; readonly dataDir: string },
): Promise<BackupFile & { readonly name: string }> {
  const all = listStored(await storage.list("scheduled-"));
  const chosen = name === null ? all[0] : all.find((backup) => backup.name === name);
  if (chosen === undefined) throw new UnreadableBackupError("the storage has no such backup");
  const manifest = parseManifest(
    await storage.getText(chosen.name + MANIFEST_ENDING, MAX_MANIFEST_BYTES),
  );
  if (manifest === null) throw new UnreadableBackupError("its list is damaged");
  const { sizeBytes, sha256 } = manifest;
  const file = path.join(await openWorkFolder(dataDir), `fetched-${randomUUID()}.gz`);
  const hash = createHash("sha256");
  const content = await storage.open(chosen.name, sizeBytes);
  content.on("data", (chunk: Buffer) => hash.update(chunk));
  await pipeline(content, createWriteStream(file, { flags: "wx", mode: 0o600 }));
  if (hash.digest("hex") !== sha256) throw new UnreadableBackupError("it is damaged");
  const music = new Map<string, PackedMusic>();
  const checksums = new Map<string, string>();
  for (const { trackId, ...stored } of manifest.music) {
    const open = () => storage.open(STORED_MUSIC + stored.sha256, stored.sizeBytes);
    music.set(trackId, { ...stored, open });
    checksums.set(path.posix.join(musicFolderOf(trackId), stored.name), stored.sha256);
  }
  return { name: chosen.name, lines: { file, start: 0, sizeBytes }, music, checksums };
}
