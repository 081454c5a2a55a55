import { UPLOADS_AT_ONCE } from "@neonrelay/contract/callers";
import type { QueryClient } from "@tanstack/react-query";
import { randomUuid } from "../../../browser/random-uuid.ts";
import type { ResumableSending } from "./send-resumable.ts";
import { isUnderWay, nextToSend } from "./upload-queue-rules.ts";
import type { PauseReason, QueuedUpload, UploadState } from "./upload-queue-rules.ts";
import type { QueueFile } from "../upload-rules.ts";

/** Retry interval after a pause for one of these reasons. */
const RETRY_MS = 15_000;
const passing: readonly PauseReason[] = ["connection", "station", "another-tab"];

/** Loads the sending code, which the page does not begin with. */
export async function loadSender() {
  return await import("./send-resumable.ts");
}

/** The files this page sends, three at a time. Continues while other pages of the app are shown. */
export class UploadQueue {
  #uploads: readonly QueuedUpload[] = [];
  #batchId = randomUuid();
  readonly #files = new Map<string, File>();
  readonly #sending = new Map<string, Promise<ResumableSending>>();
  readonly #listeners = new Set<() => void>();
  readonly #queryClient: QueryClient;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(queryClient: QueryClient) {
    this.#queryClient = queryClient;
  }

  /** Stays the same object until something changes. */
  get uploads(): readonly QueuedUpload[] {
    return this.#uploads;
  }

  /** Files added while others are in progress belong to the same batch. */
  get batchId(): string {
    return this.#batchId;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  add(files: readonly QueueFile<File>[]): void {
    if (!isUnderWay(this.#uploads)) this.#batchId = randomUuid();
    const added = files.map(({ file, what, refusal }): QueuedUpload => {
      const id = randomUuid();
      if (refusal === undefined) this.#files.set(id, file);
      const state: UploadState =
        refusal === undefined ? { kind: "waiting" } : { kind: "refused", reason: refusal };
      const { name, size: sizeBytes } = file;
      return { id, what, incomingId: undefined, name, sizeBytes, sentBytes: 0, state };
    });
    this.#set([...this.#uploads, ...added]);
    this.#sendNext();
  }

  pause(id: string): void {
    this.#stop(id);
    this.#change(id, { state: { kind: "paused", because: "visitor" } });
    this.#sendNext();
  }

  pauseAll(): void {
    for (const upload of this.#uploads) {
      // Playlists wait for the music.
      if (upload.what === "playlist" || !isUnderWay([upload])) continue;
      this.#stop(upload.id);
      this.#change(upload.id, { state: { kind: "paused", because: "visitor" } });
    }
  }

  resume(id: string): void {
    this.#change(id, { state: { kind: "waiting" } });
    this.#sendNext();
  }

  /** @param reasons resumes only uploads paused for one of these */
  resumeAll(reasons?: readonly PauseReason[]): void {
    for (const { id, state } of this.#uploads)
      if (state.kind === "paused" && (reasons?.includes(state.because) ?? true))
        this.#change(id, { state: { kind: "waiting" } });
    this.#sendNext();
  }

  /** Removes it from the queue; the station removes what it has of it. */
  cancel(id: string): void {
    void this.#sending.get(id)?.then(({ cancel }) => cancel());
    this.#forget(id);
    this.#set(this.#uploads.filter((upload) => upload.id !== id));
    this.#sendNext();
  }

  clearFinished(): void {
    const open = this.#uploads.filter((upload) => isUnderWay([upload]));
    this.#set(open);
  }

  #sendNext(): void {
    for (const upload of nextToSend(this.#uploads, UPLOADS_AT_ONCE)) this.#send(upload);
  }

  #send({ id, what }: QueuedUpload): void {
    const file = this.#files.get(id);
    if (file === undefined) return;
    this.#change(id, { state: { kind: "sending" } });
    const changeIfCurrent = (changed: Partial<QueuedUpload>) => {
      if (this.#sending.get(id) === sending) this.#change(id, changed);
    };
    const onEnd = (state: UploadState) => {
      if (this.#sending.get(id) === sending) this.#end(id, state);
    };
    const sending =
      what === "playlist"
        ? this.#sendPlaylist(file, onEnd)
        : loadSender().then(({ sendResumable }) =>
            sendResumable(file, {
              batchId: this.#batchId,
              onResumed: (batchId) => {
                this.#batchId = batchId;
                this.#notify();
              },
              onKnown: (incomingId) => changeIfCurrent({ incomingId }),
              onProgress: (sentBytes) => changeIfCurrent({ sentBytes }),
              onEnd,
            }),
          );
    this.#sending.set(id, sending);
    // The sending code could not be loaded.
    sending.catch(() => onEnd({ kind: "paused", because: "connection" }));
  }

  async #sendPlaylist(file: File, onEnd: (state: UploadState) => void): Promise<ResumableSending> {
    const { sendPlaylist } = await import("./send-playlist.ts");
    const queryClient = this.#queryClient;
    return sendPlaylist(file, { batchId: this.#batchId, queryClient, onEnd });
  }

  #end(id: string, state: UploadState): void {
    this.#sending.delete(id);
    this.#change(id, { state });
    if (state.kind !== "paused") this.#forget(id);
    if (state.kind === "paused" && passing.includes(state.because)) this.#resumeLater();
    this.#sendNext();
  }

  #resumeLater(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.resumeAll(passing), RETRY_MS);
  }

  #stop(id: string): void {
    void this.#sending.get(id)?.then(({ stop }) => stop());
    this.#sending.delete(id);
  }

  #forget(id: string): void {
    this.#sending.delete(id);
    this.#files.delete(id);
  }

  #change(id: string, changed: Partial<QueuedUpload>): void {
    this.#set(
      this.#uploads.map((upload) => (upload.id === id ? { ...upload, ...changed } : upload)),
    );
  }

  #set(uploads: readonly QueuedUpload[]): void {
    this.#uploads = uploads;
    this.#notify();
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}
