import { RESUMABLE_UPLOADS_PATH } from "@neonrelay/contract/callers";
import {
  decideAfterFailure,
  isWorthRetrying,
  mustBeginAgain,
  reasonIn,
} from "./upload-queue-rules.ts";
import type { UploadState } from "./upload-queue-rules.ts";
import { DetailedError, Upload } from "tus-js-client";
import type { HttpResponse } from "tus-js-client";

/** Small enough for proxies' limits, and for noticing the end of a session between parts. */
const PART_BYTES = 8 * 1024 * 1024;
const RETRY_DELAYS_MS = [500, 1000, 2000];

/** A file being sent; `stop` keeps what the station has of it, `cancel` removes that. */
export interface ResumableSending {
  readonly stop: () => void;
  readonly cancel: () => void;
}

/**
 * Sends a file by the tus protocol, continuing an earlier attempt, even one from an earlier visit.
 * @param onResumed receives the batch of the earlier attempt
 * @param onKnown receives its id in the station's list
 * @param onEnd called once: sent, or why not
 */
export async function sendResumable(
  file: File,
  {
    batchId,
    onResumed,
    onKnown,
    onProgress,
    onEnd,
  }: {
    readonly batchId: string;
    readonly onResumed: (batchId: string) => void;
    readonly onKnown: (incomingId: string) => void;
    readonly onProgress: (sentBytes: number) => void;
    readonly onEnd: (state: UploadState) => void;
  },
): Promise<ResumableSending> {
  const done = Promise.withResolvers<void>();
  const end = (state: UploadState) => {
    done.resolve();
    onEnd(state);
  };
  // tus would treat any error status as an expired upload, and send the file from its first byte.
  let headAnswer: Answer | undefined;
  const answerOf = (error: Error): Answer =>
    headAnswer ?? answerIn(error instanceof DetailedError ? error.originalResponse : null);
  const upload = new Upload(file, {
    endpoint: RESUMABLE_UPLOADS_PATH,
    chunkSize: PART_BYTES,
    retryDelays: RETRY_DELAYS_MS,
    metadata: { filename: file.name, filetype: file.type, batchId },
    removeFingerprintOnSuccess: true,
    onUploadUrlAvailable: () => onKnown(upload.url?.split("/").at(-1) ?? ""),
    onProgress: (sentBytes) => onProgress(sentBytes),
    onBeforeRequest: () => {
      headAnswer = undefined;
    },
    onAfterResponse: (request, response) => {
      const answer = answerIn(response);
      const isGood = answer.status >= 200 && answer.status < 300;
      if (request.getMethod() !== "HEAD" || isGood || mustBeginAgain(answer.status)) return;
      headAnswer = answer;
      throw new Error(`the station answered ${answer.status}`);
    },
    onShouldRetry: (error) => isWorthRetrying(answerOf(error).status),
    onSuccess: () => end({ kind: "sent" }),
    onError: (error) => {
      const { status, text } = answerOf(error);
      end(decideAfterFailure({ status, reason: reasonIn(text) }));
    },
  });
  const [earlier] = (await upload.findPreviousUploads()).toSorted((one, other) =>
    other.creationTime.localeCompare(one.creationTime),
  );
  if (earlier !== undefined) {
    upload.resumeFromPreviousUpload(earlier);
    onResumed(earlier.metadata["batchId"] ?? batchId);
  }
  void holdAlone(file, { start: () => upload.start(), until: done.promise, end });
  return {
    stop: () => {
      void upload.abort();
      done.resolve();
    },
    cancel: () => {
      void upload.abort(true).catch(() => {}); // the station removes it after a day
      done.resolve();
    },
  };
}

/** Whether an earlier attempt can be continued. */
export async function isBegun(file: File): Promise<boolean> {
  const upload = new Upload(file, { endpoint: RESUMABLE_UPLOADS_PATH });
  return (await upload.findPreviousUploads()).length > 0;
}

interface Answer {
  /** 0: no answer. */
  readonly status: number;
  readonly text: string;
}

function answerIn(response: HttpResponse | null): Answer {
  return { status: response?.getStatus() ?? 0, text: response?.getBody() ?? "" };
}

/** Locks the file across tabs: two that send it would interfere with each other. */
async function holdAlone(
  file: File,
  {
    start,
    until,
    end,
  }: {
    readonly start: () => void;
    readonly until: Promise<void>;
    readonly end: (state: UploadState) => void;
  },
): Promise<void> {
  const name = `upload ${file.name} ${file.size} ${file.lastModified}`;
  // Pages over plain http have no locks; the station itself accepts one part at a time.
  if (!("locks" in navigator)) return start();
  await navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
    if (lock === null) return end({ kind: "paused", because: "another-tab" });
    start();
    await until;
  });
}
