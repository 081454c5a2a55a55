import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { create } from "tar";
import { crc32, deflateRawSync, zstdCompressSync } from "node:zlib";
import { readFile } from "node:fs/promises";

/** Contents by name. */
export type TestFiles = Readonly<Record<string, string | Buffer>>;

/** Creates a zip file for tests, with arbitrary names. */
export function zipOf(files: TestFiles): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const [name, content] of Object.entries(files)) {
    const plain = Buffer.from(content);
    const packed = deflateRawSync(plain);
    const named = Buffer.from(name);
    // Version to name length are the same in the local and the central header.
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(0x08_00, 2);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(plain), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(plain.length, 18);
    common.writeUInt16LE(named.length, 22);
    const local = Buffer.concat([Buffer.from("PK\u{3}\u{4}"), common, named, packed]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(at, 10);
    directory.push(Buffer.from("PK\u{1}\u{2}\u{14}\0"), common, place, named);
    parts.push(local);
    at += local.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  const count = Object.keys(files).length;
  end.writeUInt16LE(count, 4);
  end.writeUInt16LE(count, 6);
  end.writeUInt32LE(central.length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...parts, central, Buffer.from("PK\u{5}\u{6}"), end]);
}

/** Creates a tar file of these files, in a folder of its own. */
export async function tarOf(
  files: TestFiles,
  { folder, gzip }: { readonly folder: string; readonly gzip: boolean },
): Promise<Buffer> {
  const source = path.join(folder, "source");
  for (const [name, content] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(source, name)), { recursive: true });
    await writeFile(path.join(source, name), content);
  }
  const file = path.join(folder, "made.tar");
  await create({ file, cwd: source, gzip }, Object.keys(files));
  return await readFile(file);
}

/** Like `tar --zstd`. */
export async function tarZstOf(files: TestFiles, folder: string): Promise<Buffer> {
  return zstdCompressSync(await tarOf(files, { folder, gzip: false }));
}
