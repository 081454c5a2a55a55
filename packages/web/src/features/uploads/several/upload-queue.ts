import { UPLOADS_AT_ONCE } from "@neonrelay/contract/callers";
import { randomUuid } from "../../../browser/random-uuid.ts";
import type { ResumableSending } from "./send-resumable.ts";
import { isUnderWay, nextToSend } from "./upload-queue-rules.ts";
import type { PauseReason, QueuedUpload, UploadState } from "./upload-queue-rules.ts";

/** A file of the queue, with the reason if it can't be sent. */
interface QueueFile {
  readonly file: File;
  readonly refusal: string | undefined;
}

/** Retry interval after a pause for one of these reasons. */
const RETRY_MS = 15_000;
const passing: readonly PauseReason[] = ["connection", "station", "another-tab"];

/** Loads the sending code; only visitors who upload several files need it. */
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
  #timer: ReturnType<typeof setTimeout> | undefined;

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

  add(files: readonly QueueFile[]): void {
    if (!isUnderWay(this.#uploads)) this.#batchId = randomUuid();
    const added = files.map(({ file, refusal }): QueuedUpload => {
      const id = randomUuid();
      if (refusal === undefined) this.#files.set(id, file);
      const state: UploadState =
        refusal === undefined ? { kind: "waiting" } : { kind: "refused", reason: refusal };
      return { id, name: file.name, sizeBytes: file.size, sentBytes: 0, state };
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
    for (const { id, state } of this.#uploads) {
      if (state.kind === "sent" || state.kind === "refused") continue;
      this.#stop(id);
      this.#change(id, { state: { kind: "paused", because: "visitor" } });
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
    for (const { id } of nextToSend(this.#uploads, UPLOADS_AT_ONCE)) this.#send(id);
  }

  #send(id: string): void {
    const file = this.#files.get(id);
    if (file === undefined) return;
    this.#change(id, { state: { kind: "sending" } });
    const sending = loadSender().then(({ sendResumable }) =>
      sendResumable(file, {
        batchId: this.#batchId,
        onResumed: (batchId) => {
          this.#batchId = batchId;
          this.#notify();
        },
        onProgress: (sentBytes) => {
          if (this.#sending.get(id) === sending) this.#change(id, { sentBytes });
        },
        onEnd: (state) => {
          if (this.#sending.get(id) === sending) this.#end(id, state);
        },
      }),
    );
    this.#sending.set(id, sending);
    // The sending code could not be loaded.
    sending.catch(() => this.#end(id, { kind: "paused", because: "connection" }));
  }

  #end(id: string, state: UploadState): void {
    this.#sending.delete(id);
    this.#change(id, { state });
    if (state.kind === "sent" || state.kind === "refused") this.#forget(id);
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

  #change(id: string, changed: Partial<Pick<QueuedUpload, "state" | "sentBytes">>): void {
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
