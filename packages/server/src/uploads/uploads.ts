import type { Logger } from "@neonrelay/process/log";
import { randomUUID } from "node:crypto";
import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import type { StationEvents } from "../events/station-events.ts";
import type { Caller } from "../identity/rights-rules.ts";
import { shownName } from "../incoming/incoming-rules.ts";
import { insertIncoming } from "../incoming/incoming-store.ts";
import { UPLOADED_FOLDER, type AddOutcome, type FileIntake } from "../library/file-intake.ts";
import { UNFINISHED_FOLDER } from "../library/place-file.ts";
import type { AdmissionRefusal } from "./admission-rules.ts";
import {
  admitUpload,
  maxUploadBytesOf,
  ownerOf,
  uploaderOf,
  type AdmissionParts,
} from "./admit-upload.ts";
import { Upload, type UploadedFile } from "./upload.ts";
import { wordRefusal } from "./upload-words.ts";

const FORMS_AT_ONCE = 3;

/** Options shared by both upload methods. */
export interface UploadsOptions extends AdmissionParts {
  readonly intake: FileIntake;
  readonly events: StationEvents;
  readonly log: Logger;
}

/** Files of forms on their way into the library, held outside the scanned folders until fully decoded. */
export class Uploads {
  readonly #options: UploadsOptions;
  readonly #folder: string;
  readonly #closing = new AbortController();
  /** With the minimum number of bytes each will have. */
  readonly #current = new Map<Upload, number>();

  /** Removes leftovers of an earlier run. */
  static async open(options: UploadsOptions): Promise<Uploads> {
    const folder = path.join(options.dataDir, "uploads");
    const unfinished = path.join(options.dataDir, UPLOADED_FOLDER, UNFINISHED_FOLDER);
    for (const left of [folder, unfinished]) await rm(left, { recursive: true, force: true });
    return new Uploads(options, folder);
  }

  private constructor(options: UploadsOptions, folder: string) {
    this.#options = options;
    this.#folder = folder;
  }

  /**
   * @param sizeBytes a lower bound
   * @param signal aborts it when the sender is gone
   * @returns the upload, or why none is possible now
   */
  async begin({
    caller,
    sizeBytes,
    signal,
  }: {
    readonly caller: Caller;
    readonly sizeBytes: number;
    readonly signal: AbortSignal;
  }): Promise<Upload | AdmissionRefusal | "busy"> {
    if (this.#current.size >= FORMS_AT_ONCE) return "busy";
    const upload = new Upload({
      ...this.#options,
      folder: path.join(this.#folder, randomUUID()),
      maxBytes: maxUploadBytesOf(this.#options),
      signal: AbortSignal.any([signal, this.#closing.signal]),
      onOutcome: (file, outcome) => this.#note(caller, { file, outcome }),
      onEnd: () => void this.#current.delete(upload),
    });
    const formBytes = [...this.#current.values()].reduce((sum, bytes) => sum + bytes, 0);
    this.#current.set(upload, sizeBytes);
    await using stack = new AsyncDisposableStack();
    stack.use(upload);
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const admission = await admitUpload(this.#options, {
      owner: ownerOf(caller),
      sizeBytes,
      formBytes,
      row: null,
    });
    if (admission !== "admitted") return admission;
    stack.move();
    return upload;
  }

  close(): void {
    this.#closing.abort();
  }

  /** Records the outcome in the list of incoming files; refused files are not kept. */
  async #note(
    caller: Caller,
    { file, outcome }: { readonly file: UploadedFile; readonly outcome: AddOutcome },
  ): Promise<void> {
    const isAdded = outcome.kind === "added";
    await insertIncoming(this.#options.database.connection, {
      id: randomUUID(),
      name: shownName(file.name),
      way: "upload",
      owner: ownerOf(caller),
      uploader: uploaderOf(caller),
      state: isAdded ? "added" : "refused",
      sizeBytes: file.sizeBytes,
      reason: isAdded ? null : wordRefusal(outcome).error,
      trackId: isAdded ? outcome.track.id : null,
    });
  }
}
