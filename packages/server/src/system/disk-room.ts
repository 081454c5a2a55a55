import { statfs } from "node:fs/promises";

/** There is less room than must stay. */
export class DiskFullError extends Error {
  override readonly name = "DiskFullError";
}

/** Written between two looks at the disk. */
const LOOK_EVERY_BYTES = 8 * 1024 ** 2;

/**
 * Hands bytes on while the disk they go to keeps that much free: the last of it is the database's.
 * @throws DiskFullError through its pipeline
 */
export function keepFree(folder: string, keepFreeBytes: number) {
  return async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let sinceLook = LOOK_EVERY_BYTES;
    for await (const chunk of chunks) {
      sinceLook += chunk.length;
      if (sinceLook >= LOOK_EVERY_BYTES) {
        sinceLook = 0;
        await requireFree(folder, keepFreeBytes);
      }
      yield chunk;
    }
  };
}

async function requireFree(folder: string, bytes: number): Promise<void> {
  const disk = await statfs(folder);
  if (disk.bavail * disk.bsize < bytes)
    throw new DiskFullError(`too little room on the disk of ${folder}`);
}
