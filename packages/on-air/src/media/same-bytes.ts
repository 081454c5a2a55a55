import { createHash } from "node:crypto";
import { fstatSync, readSync } from "node:fs";

/** How to rebuild one file from another: bytes they share, and bytes that only this one has, in its order. */
export type Stretch =
  | {
      readonly kind: "shared";
      readonly at: number;
      readonly otherAt: number;
      readonly length: number;
    }
  | { readonly kind: "own"; readonly at: number; readonly length: number };

const READ_BYTES = 256 * 1024;
/** Ogg stretches are at most a page long; longer ones are read in growing pieces. */
const FIRST_READ_BYTES = 8 * 1024;
/** Size of the blocks searched for in the other file; also the shortest stretch found far away. */
const BLOCK_BYTES = 256;
/** A shorter rest, such as tags after the sound, is not searched for in the whole other file. */
const LEAST_SOUGHT_BYTES = 4096;
/** An Ogg page with another number differs in 8 bytes, an entry of an MP4 table in 4. */
const MAX_CHANGED_IN_PLACE = 64;
const SAME_AFTER_CHANGE = 16;
const BASE = 0x01_00_01_93;
const OUT_OF_BLOCK = Array.from({ length: BLOCK_BYTES - 1 }).reduce<number>(
  (power) => Math.imul(power, BASE),
  1,
);

/** Reads from a file. */
export class FileBytes {
  readonly size: number;
  readonly #file: number;

  /** @param size only its first bytes; all of it by default */
  constructor(file: number, size = fstatSync(file).size) {
    this.#file = file;
    this.size = size;
  }

  beginning(size: number): FileBytes {
    return new FileBytes(this.#file, size);
  }

  /** Returns fewer bytes than asked for only at the end. */
  at(position: number, length: number): Buffer {
    const buffer = Buffer.allocUnsafe(Math.max(0, Math.min(length, this.size - position)));
    let filled = 0;
    while (filled < buffer.length) {
      const read = readSync(this.#file, buffer, filled, buffer.length - filled, position + filled);
      if (read === 0) break;
      filled += read;
    }
    return buffer.subarray(0, filled);
  }

  /** SHA-256 in hexadecimal. */
  digest(): string {
    const hash = createHash("sha256");
    for (let at = 0; at < this.size; at += READ_BYTES) hash.update(this.at(at, READ_BYTES));
    return hash.digest("hex");
  }
}

/**
 * Finds what a file shares with another one, at whatever position. Sound that has moved is one stretch; where its
 * container counts or points into it, the few changed bytes are stretches of their own.
 */
export function findStretches(file: FileBytes, other: FileBytes): readonly Stretch[] {
  // Usually nothing has changed after the tag at the front.
  const length = sameEnd(file, other);
  const [at, otherAt] = [file.size - length, other.size - length];
  const before = stretchesOf(file.beginning(at), other.beginning(otherAt));
  return length === 0 ? before : [...before, { kind: "shared", at, otherAt, length }];
}

function stretchesOf(file: FileBytes, other: FileBytes): readonly Stretch[] {
  const stretches: Stretch[] = [];
  let blocks: Blocks | null = null;
  let ownFrom = 0;
  let shift = 0;
  for (let at = 0; at < file.size;) {
    const length = sameLength(file, at, other, at + shift);
    if (length > 0) {
      if (at > ownFrom) stretches.push({ kind: "own", at: ownFrom, length: at - ownFrom });
      stretches.push({ kind: "shared", at, otherAt: at + shift, length });
      at += length;
      ownFrom = at;
      continue;
    }
    const change = changeInPlace(file, at, other, at + shift);
    if (change !== null) {
      at += change;
      continue;
    }
    if (file.size - at < LEAST_SOUGHT_BYTES) break;
    blocks ??= new Blocks(other);
    const found = blocks.find(file, at);
    if (found === null) break;
    const back = sameBefore(
      { file, at: found.at },
      { other, otherAt: found.otherAt },
      found.at - ownFrom,
    );
    at = found.at - back;
    shift = found.otherAt - found.at;
  }
  if (ownFrom < file.size)
    stretches.push({ kind: "own", at: ownFrom, length: file.size - ownFrom });
  return stretches;
}

function sameLength(file: FileBytes, at: number, other: FileBytes, otherAt: number): number {
  if (otherAt < 0) return 0;
  for (let same = 0, length = FIRST_READ_BYTES; ; length = Math.min(READ_BYTES, length * 2)) {
    const [a, b] = [file.at(at + same, length), other.at(otherAt + same, length)];
    const both = Math.min(a.length, b.length);
    if (a.compare(b, 0, both, 0, both) !== 0) return same + firstDifference(a, b, both);
    same += both;
    if (both < length) return same;
  }
}

function sameEnd(file: FileBytes, other: FileBytes): number {
  for (let same = 0; ;) {
    const end = { file, at: file.size - same };
    const more = sameBefore(end, { other, otherAt: other.size - same }, end.at);
    same += more;
    if (more < READ_BYTES) return same;
  }
}

function firstDifference(a: Buffer, b: Buffer, length: number): number {
  let index = 0;
  while (index < length && a[index] === b[index]) index += 1;
  return index;
}

/** How far back two positions are preceded by the same bytes. */
function sameBefore(
  { file, at }: { readonly file: FileBytes; readonly at: number },
  { other, otherAt }: { readonly other: FileBytes; readonly otherAt: number },
  longest: number,
): number {
  const most = Math.min(longest, otherAt, READ_BYTES);
  const [a, b] = [file.at(at - most, most), other.at(otherAt - most, most)];
  if (a.equals(b)) return most;
  let same = 0;
  while (same < most && a[most - 1 - same] === b[most - 1 - same]) same += 1;
  return same;
}

/** How many bytes differ at the same position; null beyond the limit. */
function changeInPlace(
  file: FileBytes,
  at: number,
  other: FileBytes,
  otherAt: number,
): number | null {
  if (otherAt < 0) return null;
  const length = MAX_CHANGED_IN_PLACE + SAME_AFTER_CHANGE;
  const [a, b] = [file.at(at, length), other.at(otherAt, length)];
  for (let same = 0, index = 0; index < Math.min(a.length, b.length); index += 1) {
    same = a[index] === b[index] ? same + 1 : 0;
    if (same === SAME_AFTER_CHANGE) return index + 1 - same;
  }
  return null;
}

/** Index of a file's blocks by content, as in rsync: a rolling hash finds them at any position of another file. */
class Blocks {
  readonly #file: FileBytes;
  readonly #hashes: Uint32Array;
  /** Block number + 1; 0: free. */
  readonly #numbers: Uint32Array;
  readonly #mask: number;

  constructor(file: FileBytes) {
    this.#file = file;
    const blocks = Math.floor(file.size / BLOCK_BYTES);
    const places = 2 ** Math.ceil(Math.log2(blocks * 2 + 2));
    this.#mask = places - 1;
    this.#hashes = new Uint32Array(places);
    this.#numbers = new Uint32Array(places);
    for (let number = 0; number < blocks;) {
      const bytes = file.at(number * BLOCK_BYTES, READ_BYTES);
      for (let at = 0; at + BLOCK_BYTES <= bytes.length; at += BLOCK_BYTES) {
        this.#add(hashOf(bytes, at), number);
        number += 1;
      }
      if (bytes.length < READ_BYTES) break;
    }
  }

  /** The first position from `from` on that has a block of this file. */
  find(file: FileBytes, from: number): { readonly at: number; readonly otherAt: number } | null {
    for (let start = from; start + BLOCK_BYTES <= file.size; start += READ_BYTES) {
      const bytes = file.at(start, READ_BYTES + BLOCK_BYTES - 1);
      if (bytes.length < BLOCK_BYTES) return null;
      let hash = hashOf(bytes, 0);
      for (let at = 0; ;) {
        const number = this.#numberOf(hash);
        if (number !== null && this.#isSame(number, bytes, at))
          return { at: start + at, otherAt: number * BLOCK_BYTES };
        const next = bytes[at + BLOCK_BYTES];
        if (next === undefined) break;
        hash = (Math.imul(hash - Math.imul(bytes[at] ?? 0, OUT_OF_BLOCK), BASE) + next) >>> 0;
        at += 1;
      }
    }
    return null;
  }

  #isSame(number: number, bytes: Buffer, at: number): boolean {
    return this.#file
      .at(number * BLOCK_BYTES, BLOCK_BYTES)
      .equals(bytes.subarray(at, at + BLOCK_BYTES));
  }

  #numberOf(hash: number): number | null {
    for (let place = mix(hash) & this.#mask; ; place = (place + 1) & this.#mask) {
      const number = this.#numbers[place] ?? 0;
      if (number === 0) return null;
      if (this.#hashes[place] === hash) return number - 1;
    }
  }

  /** Of identical blocks the first counts. */
  #add(hash: number, number: number): void {
    for (let place = mix(hash) & this.#mask; ; place = (place + 1) & this.#mask) {
      if (this.#numbers[place] === 0) {
        this.#hashes[place] = hash;
        this.#numbers[place] = number + 1;
        return;
      }
      if (this.#hashes[place] === hash) return;
    }
  }
}

function hashOf(bytes: Buffer, at: number): number {
  let hash = 0;
  for (let index = at; index < at + BLOCK_BYTES; index += 1)
    hash = Math.imul(hash, BASE) + (bytes[index] ?? 0);
  return hash >>> 0;
}

function mix(hash: number): number {
  return hash ^ (hash >>> 15);
}
