import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState, useSyncExternalStore } from "react";
import { sessionQuery, useRight } from "../../accounts/index.ts";
import { useUploadLimits } from "../incoming/incoming-data.ts";
import { decideChoice } from "../upload-rules.ts";
import { useToasts } from "../../../ui/toast-store.ts";
import { isUnderWay, type QueuedUpload } from "./upload-queue-rules.ts";
import { loadSender, UploadQueue } from "./upload-queue.ts";

/** One per app, like its cache, so that uploads continue when the visitor leaves the page. */
const queues = new WeakMap<QueryClient, UploadQueue>();

/** The files this page sends. */
export function useUploadQueue(): {
  readonly queue: UploadQueue;
  readonly uploads: readonly QueuedUpload[];
} {
  const queryClient = useQueryClient();
  const queue = queues.get(queryClient) ?? new UploadQueue(queryClient);
  queues.set(queryClient, queue);
  const uploads = useSyncExternalStore(
    (listener) => queue.subscribe(listener),
    () => queue.uploads,
  );
  return { queue, uploads };
}

/** Preloads the sending code while the visitor chooses files. */
export function loadSenderSoon(): void {
  loadSender().catch(() => {}); // loaded again with the first file
}

/** Resumes uploads once the connection or the session is back. */
export function useResumeUploads(queue: UploadQueue, uploads: readonly QueuedUpload[]): void {
  const mayUpload = useRight("upload");
  const queryClient = useQueryClient();
  const lacksSession = uploads.some(
    ({ state }) => state.kind === "paused" && state.because === "session",
  );
  useEffect(() => {
    // This is how the page learns that its session ended; it then asks to sign in.
    if (lacksSession) void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
  }, [lacksSession, queryClient]);
  useEffect(() => {
    if (mayUpload) queue.resumeAll(["session"]);
  }, [mayUpload, queue]);
  useEffect(() => {
    const resume = () => queue.resumeAll(["connection"]);
    window.addEventListener("online", resume);
    return () => window.removeEventListener("online", resume);
  }, [queue]);
}

const TOAST_MS = 5000;

/**
 * Adds a choice of files, folders and playlists to the queue, or gives a single file to the form.
 * @param isSending the form is sending
 * @returns with a notice if a drop can't be read
 */
export function useChooseFiles(
  queue: UploadQueue,
  { isSending, onForm }: { readonly isSending: boolean; readonly onForm: (file: File) => void },
) {
  const limits = useUploadLimits();
  const mayImport = useRight("programme");
  const toasts = useToasts();
  const [notice, setNotice] = useState<string>();
  const choose = async (files: readonly File[]) => {
    setNotice(undefined);
    const isBusy = isSending || isUnderWay(queue.uploads);
    const choice = decideChoice(files, { limits, mayImport, isBusy });
    if (choice.kind === "nothing") return;
    if (choice.kind === "queue") {
      queue.add(choice.files);
      if (choice.toast !== undefined)
        toasts.show({ tone: "error", durationMs: TOAST_MS, ...choice.toast });
      return;
    }
    const { file } = choice;
    if (await isBegun(file)) queue.add([{ file, what: "music", refusal: undefined }]);
    else onForm(file);
  };
  const drop = (transfer: DataTransfer) => {
    filesOfDrop(transfer).then(choose, () =>
      setNotice("The browser can't read what was dropped; choose the files instead"),
    );
  };
  return { choose: (files: readonly File[]) => void choose(files), drop, notice };
}

/** Whether the station has a part of a file, from an earlier visit. */
async function isBegun(file: File): Promise<boolean> {
  try {
    return await (await loadSender()).isBegun(file);
  } catch {
    return false; // the form doesn't need the sending code
  }
}

/** More than this in one drop would be a mistake, or a whole disk. */
const MAX_CHOSEN_FILES = 10_000;

/**
 * The files that were dropped, and those in dropped folders. Call it while the drop is handled.
 * @returns at most MAX_CHOSEN_FILES
 */
async function filesOfDrop(transfer: DataTransfer): Promise<readonly File[]> {
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
