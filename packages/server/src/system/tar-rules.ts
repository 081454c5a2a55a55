/** A file in a tar archive. */
export interface TarFile {
  /** '' is none. At most 155 bytes. */
  readonly folder: string;
  /** At most 100 bytes. */
  readonly name: string;
  readonly sizeBytes: number;
  readonly modifiedAtMs: number;
}

export const TAR_BLOCK_BYTES = 512;
/** Ends an archive. */
export const tarEnd = Buffer.alloc(2 * TAR_BLOCK_BYTES);
const NAME_BYTES = 100;
const FOLDER_BYTES = 155;
/** Larger sizes do not fit into eleven octal digits and stand in binary, as GNU tar has them. */
const MOST_IN_OCTAL = 8 ** 11 - 1;

/** Where the fields of a header begin, and how long they are (POSIX.1-2017 pax, "ustar Interchange Format"). */
const fields = {
  name: [0, NAME_BYTES],
  mode: [100, 8],
  ownerId: [108, 8],
  groupId: [116, 8],
  size: [124, 12],
  modified: [136, 12],
  checksum: [148, 8],
  kind: [156, 1],
  magic: [257, 8],
  folder: [345, FOLDER_BYTES],
} as const;
const MAGIC = "ustar\u000000";

/** The block that stands before the bytes of a file. @throws when its name or folder is too long */
export function tarHeader({ folder, name, sizeBytes, modifiedAtMs }: TarFile): Buffer {
  if (Buffer.byteLength(name) > NAME_BYTES || Buffer.byteLength(folder) > FOLDER_BYTES)
    throw new Error("a name is too long for an archive");
  const block = Buffer.alloc(TAR_BLOCK_BYTES);
  const write = (field: keyof typeof fields, text: string) => block.write(text, fields[field][0]);
  write("name", name);
  write("folder", folder);
  write("mode", "0000644");
  write("ownerId", "0000000");
  write("groupId", "0000000");
  writeSize(block, sizeBytes);
  write("modified", octal(Math.max(0, Math.floor(modifiedAtMs / 1000)), 11));
  write("kind", "0");
  write("magic", MAGIC);
  write("checksum", `${octal(checksumOf(block), 6)}\0 `);
  return block;
}

/** What stands between a file of this length and the next header. */
export function tarPaddingBytes(sizeBytes: number): number {
  return (TAR_BLOCK_BYTES - (sizeBytes % TAR_BLOCK_BYTES)) % TAR_BLOCK_BYTES;
}

/** What a file takes in an archive. */
export function tarBytesOf(sizeBytes: number): number {
  return TAR_BLOCK_BYTES + sizeBytes + tarPaddingBytes(sizeBytes);
}

/** @returns null for what is no header of a plain file */
export function readTarHeader(block: Buffer): TarFile | "end" | null {
  if (block.length !== TAR_BLOCK_BYTES) return null;
  if (block.every((byte) => byte === 0)) return "end";
  const text = (field: keyof typeof fields) => {
    const [start, length] = fields[field];
    return block.toString("utf8", start, start + length).replace(/\0.*$/s, "");
  };
  const number = (field: keyof typeof fields) => Number.parseInt(text(field).trim(), 8);
  if (number("checksum") !== checksumOf(block) || !MAGIC.startsWith(text("magic"))) return null;
  const sizeBytes = readSize(block) ?? number("size");
  const modifiedAtMs = number("modified") * 1000;
  const isPlain = text("kind") === "0" && text("magic") !== "";
  if (!isPlain || !Number.isSafeInteger(sizeBytes) || !Number.isSafeInteger(modifiedAtMs))
    return null;
  return { folder: text("folder"), name: text("name"), sizeBytes, modifiedAtMs };
}

function octal(number: number, digits: number): string {
  return number.toString(8).padStart(digits, "0");
}

function writeSize(block: Buffer, sizeBytes: number): void {
  const [start] = fields.size;
  if (sizeBytes <= MOST_IN_OCTAL) {
    block.write(octal(sizeBytes, 11), start);
    return;
  }
  block[start] = 0x80;
  block.writeBigUInt64BE(BigInt(sizeBytes), start + 4);
}

/** @returns undefined for one in octal */
function readSize(block: Buffer): number | undefined {
  const [start] = fields.size;
  return block[start] === 0x80 ? Number(block.readBigUInt64BE(start + 4)) : undefined;
}

/** Of all bytes of the header, with its own as spaces. */
function checksumOf(block: Buffer): number {
  const [start, length] = fields.checksum;
  let sum = 0;
  for (const [index, byte] of block.entries())
    sum += index >= start && index < start + length ? 0x20 : byte;
  return sum;
}
