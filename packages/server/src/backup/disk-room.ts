import { stat, statfs } from "node:fs/promises";
import { MINIMUM_FREE_BYTES } from "../database/database.ts";

/** The disk has less free space than it must keep. */
export class DiskFullError extends Error {
  override readonly name = "DiskFullError";
}

/** Bytes written between two checks of the disk. */
const CHECK_EVERY_BYTES = 8 * 1024 ** 2;

/**
 * Passes bytes on while their disk keeps that much free space, which the database needs.
 * @throws DiskFullError through its pipeline
 */
export function keepFree(folder: string, keepFreeBytes: number) {
  return async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let sinceLook = CHECK_EVERY_BYTES;
    for await (const chunk of chunks) {
      sinceLook += chunk.length;
      if (sinceLook >= CHECK_EVERY_BYTES) {
        sinceLook = 0;
        await requireFree(folder, keepFreeBytes);
      }
      yield chunk;
    }
  };
}

/** @throws DiskFullError when the disk of the folder has less than that free */
export async function requireFree(folder: string, bytes: number): Promise<void> {
  const disk = await statfs(folder);
  if (disk.bavail * disk.bsize >= bytes) return;
  const megabytes = Math.ceil(bytes / 1024 ** 2);
  throw new DiskFullError(
    `too little room on the disk of ${folder}: ${megabytes} MiB of it must stay free`,
  );
}

/** What will be written to a folder. */
export interface RoomNeed {
  readonly folder: string;
  readonly bytes: number;
}

/**
 * Whether the disks have room for everything plus `MINIMUM_FREE_BYTES`; folders may share a disk.
 * @returns bytes needed and available on the first disk that is short of room; null: enough room
 */
export async function findLackOfRoom(
  needs: readonly RoomNeed[],
): Promise<{ readonly neededBytes: number; readonly roomBytes: number } | null> {
  const disks = new Map<number, { neededBytes: number; roomBytes: number }>();
  for (const { folder, bytes } of needs) {
    if (bytes === 0) continue;
    const { dev } = await stat(folder);
    const before = disks.get(dev)?.neededBytes ?? 0;
    const disk = await statfs(folder);
    const roomBytes = Math.max(0, disk.bavail * disk.bsize - MINIMUM_FREE_BYTES);
    disks.set(dev, { neededBytes: before + bytes, roomBytes });
  }
  return disks.values().find(({ neededBytes, roomBytes }) => neededBytes > roomBytes) ?? null;
}
