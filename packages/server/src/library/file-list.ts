import path from "node:path";
import type { FoundFile } from "./scan-rules.ts";

const FIRST_FILES = 1024;

/** Files in the order found, packed: a million take less than 100 MB. */
export class FileList {
  readonly #folders: string[] = [];
  readonly #names: string[] = [];
  #folderOf = new Uint32Array(FIRST_FILES);
  #sizes = new Float64Array(FIRST_FILES);
  #times = new Float64Array(FIRST_FILES);

  get length(): number {
    return this.#names.length;
  }

  /** Files of the same folder must be pushed together. */
  push({ path: full, sizeBytes, modifiedAtMs }: FoundFile): void {
    const folder = path.dirname(full);
    if (this.#folders.at(-1) !== folder) this.#folders.push(folder);
    const index = this.#names.length;
    if (index === this.#sizes.length) this.#grow();
    this.#names.push(path.basename(full));
    this.#folderOf[index] = this.#folders.length - 1;
    this.#sizes[index] = sizeBytes;
    this.#times[index] = modifiedAtMs;
  }

  at(index: number): FoundFile {
    const folder = this.#folders[this.#folderOf[index] ?? 0];
    const name = this.#names[index];
    if (folder === undefined || name === undefined) throw new RangeError(`no file ${index}`);
    return {
      path: path.join(folder, name),
      sizeBytes: this.#sizes[index] ?? 0,
      modifiedAtMs: this.#times[index] ?? 0,
    };
  }

  /** Indexes of all files, from smallest to largest. */
  bySize(): Uint32Array {
    const places = Uint32Array.from(this.#names.keys());
    return places.sort(
      (one, other) => (this.#sizes[one] ?? 0) - (this.#sizes[other] ?? 0) || one - other,
    );
  }

  #grow(): void {
    const files = this.#sizes.length * 2;
    this.#folderOf = grown(this.#folderOf, new Uint32Array(files));
    this.#sizes = grown(this.#sizes, new Float64Array(files));
    this.#times = grown(this.#times, new Float64Array(files));
  }
}

function grown<Numbers extends Uint32Array | Float64Array>(from: Numbers, to: Numbers): Numbers {
  to.set(from);
  return to;
}
