import { createWriteStream } from "node:fs";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { extract, list } from "tar";
import { openPromise } from "yauzl";
import { addToContents, noContents, placeInside, type ArchiveContents } from "./archive-rules.ts";
import { headOf, kindOfFile } from "./dump-file.ts";
import { UnreadableOrigin } from "./moved-station.ts";

/** A zip file, or a tar file, possibly compressed with gzip or zstd. */
interface Archive {
  readonly contents: ArchiveContents;
  /** Extracts these files into a folder. Nothing but regular files is ever extracted. */
  readonly unpack: (folder: string, isWanted: (name: string) => boolean) => Promise<void>;
}

const MAGIC_AT = 257;
const fileTypes = new Set(["File", "OldFile", "ContiguousFile"]);
/**
 * Bytes of a tar file read at once. All entries they decompress to are held in memory, and empty files compress 200
 * times: with the library's default of 16 MiB, a million of them took 680 MiB.
 */
const READ_BYTES = 16 * 1024;

/**
 * @returns null when it is not an archive
 * @throws UnreadableOrigin when it is damaged
 */
export async function openArchive(file: string): Promise<Archive | null> {
  const isZip = (await kindOfFile(file)) === "zip";
  if (!isZip && !(await isTar(file))) return null;
  return await inWords(() => (isZip ? openZip(file) : openTar(file)));
}

async function isTar(file: string): Promise<boolean> {
  const magic = Buffer.from("ustar");
  const head = await inWords(() => headOf(file, MAGIC_AT + magic.length));
  return head.subarray(MAGIC_AT).equals(magic);
}

async function openTar(file: string): Promise<Archive> {
  const contents = noContents();
  const limits = { strict: true, maxReadSize: READ_BYTES } as const;
  await list({
    file,
    ...limits,
    onReadEntry: ({ path: name, type, size }) => {
      if (fileTypes.has(type)) addToContents(contents, { name, sizeBytes: size });
    },
  });
  return {
    contents,
    unpack: async (folder, isWanted) =>
      await inWords(() =>
        extract({
          file,
          ...limits,
          cwd: folder,
          preserveOwner: false,
          noChmod: true,
          filter: (name, entry) => "type" in entry && fileTypes.has(entry.type) && isWanted(name),
        }),
      ),
  };
}

async function openZip(file: string): Promise<Archive> {
  const contents = noContents();
  const zip = await openPromise(file);
  for await (const { fileName, uncompressedSize } of zip.eachEntry())
    if (!fileName.endsWith("/"))
      addToContents(contents, { name: fileName, sizeBytes: uncompressedSize });
  return {
    contents,
    unpack: async (folder, isWanted) => await inWords(() => unpackZip({ file, folder, isWanted })),
  };
}

async function unpackZip({
  file,
  folder,
  isWanted,
}: {
  readonly file: string;
  readonly folder: string;
  readonly isWanted: (name: string) => boolean;
}): Promise<void> {
  const zip = await openPromise(file);
  for await (const entry of zip.eachEntry()) {
    const place = placeInside(entry.fileName);
    if (place === null || entry.fileName.endsWith("/") || !isWanted(entry.fileName)) continue;
    if (entry.isEncrypted()) throw new UnreadableOrigin("the archive has a password");
    const full = path.join(folder, place);
    await mkdir(path.dirname(full), { recursive: true });
    await pipeline(await zip.openReadStreamPromise(entry), createWriteStream(full));
  }
}

/** Turns the archive libraries' errors into UnreadableOrigin; those of the file system pass through. */
async function inWords<Outcome>(work: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof UnreadableOrigin || !(error instanceof Error)) throw error;
    if ("syscall" in error) throw error;
    throw new UnreadableOrigin(`the archive can't be read: ${error.message}`, { cause: error });
  }
}
