import { createReadStream } from "node:fs";
import { open, readdir, stat } from "node:fs/promises";
import path from "node:path";
import { createGunzip, createZstdDecompress } from "node:zlib";
import { MAX_TIMES, SMALL_BYTES } from "./archive-rules.ts";
import { UnreadableOrigin } from "./moved-station.ts";

const DUMP_NAME = /\.sql(?:\.gz|\.zst)?$/i;
const MAX_DEPTH = 6;

type FileKind = "text" | "gzip" | "zstd" | "zip";

/** The kind of a file, by its first bytes. */
export async function kindOfFile(file: string): Promise<FileKind> {
  await using handle = await open(file);
  const { buffer } = await handle.read(Buffer.alloc(4), 0, 4, 0);
  const start = buffer.toString("latin1");
  if (start.startsWith("\u{1f}\u{8b}")) return "gzip";
  if (start === "(\u{b5}/\u{fd}") return "zstd";
  return start === "PK\u{3}\u{4}" ? "zip" : "text";
}

/** The decompressed bytes of a dump. Reading throws when there are more than any real dump has. */
export async function openDump(file: string): Promise<AsyncIterable<Buffer>> {
  const kind = await kindOfFile(file);
  const raw = createReadStream(file);
  if (kind === "text") return raw;
  if (kind === "zip") throw new UnreadableOrigin(`${path.basename(file)} is an archive in itself`);
  const unpack = kind === "gzip" ? createGunzip() : createZstdDecompress();
  raw.on("error", (error) => unpack.destroy(error));
  const most = Math.max(SMALL_BYTES, (await stat(file)).size * MAX_TIMES);
  return upTo(raw.pipe(unpack), { most, name: path.basename(file) });
}

async function* upTo(
  chunks: AsyncIterable<Buffer>,
  { most, name }: { readonly most: number; readonly name: string },
): AsyncGenerator<Buffer> {
  let left = most;
  for await (const chunk of chunks) {
    left -= chunk.length;
    if (left < 0)
      throw new UnreadableOrigin(
        `${name} becomes more than ${MAX_TIMES} times larger, which no dump does`,
      );
    yield chunk;
  }
}

/** The first bytes after decompression. */
export async function headOf(file: string, bytes: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const chunk of await openDump(file)) {
    parts.push(chunk);
    length += chunk.length;
    if (length >= bytes) break;
  }
  return Buffer.concat(parts).subarray(0, bytes);
}

/** The dump itself, or the only one below a folder. */
export async function findDump(place: string): Promise<string> {
  if (!(await stat(place)).isDirectory()) return place;
  const found = await dumpsBelow(place, 0);
  const [first] = found;
  if (first === undefined)
    throw new UnreadableOrigin("there is no dump of a database (.sql) in it");
  if (found.length > 1)
    throw new UnreadableOrigin(`there are several dumps in it: ${found.join(", ")}`);
  return first;
}

async function dumpsBelow(folder: string, depth: number): Promise<readonly string[]> {
  if (depth > MAX_DEPTH) return [];
  const found: string[] = [];
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const full = path.join(folder, entry.name);
    if (entry.isDirectory()) found.push(...(await dumpsBelow(full, depth + 1)));
    else if (entry.isFile() && DUMP_NAME.test(entry.name)) found.push(full);
  }
  return found;
}
