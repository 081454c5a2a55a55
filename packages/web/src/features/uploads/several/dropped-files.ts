/** More than this in one drop would be a mistake, or a whole disk. */
const MAX_CHOSEN_FILES = 10_000;

/**
 * The files that were dropped, and those in dropped folders. Call it while the drop is handled.
 * @returns at most MAX_CHOSEN_FILES
 */
export async function filesOfDrop(transfer: DataTransfer): Promise<readonly File[]> {
  // The items are gone once the event has been handled.
  const entries = Array.from(transfer.items, (item) => item.webkitGetAsEntry());
  const plain = Array.from(transfer.files);
  if (entries.every((entry) => entry === null)) return plain;
  const files: File[] = [];
  const waiting = entries.filter((entry) => entry !== null);
  for (let entry = waiting.shift(); entry !== undefined; entry = waiting.shift()) {
    if (files.length >= MAX_CHOSEN_FILES) break;
    if (isFile(entry)) files.push(await fileOf(entry));
    else if (isFolder(entry)) waiting.unshift(...(await entriesOf(entry)));
  }
  return files;
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  const { promise, resolve, reject } = Promise.withResolvers<File>();
  entry.file(resolve, reject);
  return promise;
}

/** A reader returns a folder's entries in chunks, and an empty one at the end. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<readonly FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const { promise, resolve, reject } = Promise.withResolvers<readonly FileSystemEntry[]>();
    reader.readEntries(resolve, reject);
    const some = await promise;
    if (some.length === 0) return all.toSorted((a, b) => a.name.localeCompare(b.name));
    all.push(...some);
  }
}
