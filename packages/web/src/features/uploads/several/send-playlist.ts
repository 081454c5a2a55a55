import {
  incomingCalls,
  planCalls,
  playlistFilesCalls,
  playlistsCalls,
} from "@neonrelay/contract/callers";
import type { QueryClient } from "@tanstack/react-query";
import { ApiCallError, callApi, refusalText } from "../../../api/call-api.ts";
import { sendForm } from "../../../api/file-transfer.ts";
import type { ResumableSending } from "./send-resumable.ts";
import { decideAfterFailure, type UploadState } from "./upload-queue-rules.ts";

const POLL_INTERVAL_MS = 2000;
/** Matching a large library takes time after the upload. */
const STALL_LIMIT_MS = 60_000;

/**
 * Imports a playlist once the station is done with the music of its batch, which it may name.
 * @param onEnd called once, unless it is stopped before: imported, or why not
 */
export function sendPlaylist(
  file: File,
  {
    batchId,
    queryClient,
    onEnd,
  }: {
    readonly batchId: string;
    readonly queryClient: QueryClient;
    readonly onEnd: (state: UploadState) => void;
  },
): ResumableSending {
  const stop = new AbortController();
  void importPlaylist(file, { batchId, signal: stop.signal }).then((state) => {
    onEnd(state);
    if (state.kind !== "imported") return;
    for (const { path } of [playlistsCalls.listPlaylists, planCalls.getPlan])
      void queryClient.invalidateQueries({ queryKey: [path] });
  });
  return { stop: () => stop.abort(), cancel: () => stop.abort() };
}

async function importPlaylist(
  file: File,
  { batchId, signal }: { readonly batchId: string; readonly signal: AbortSignal },
): Promise<UploadState> {
  try {
    while (await isBeingChecked(batchId, signal)) await pause(signal);
    const form = new FormData();
    form.set(playlistFilesCalls.importPlaylist.fileField, file);
    const sent = { form, stallLimitMs: STALL_LIMIT_MS, onProgress: () => {} };
    const imported = await sendForm(playlistFilesCalls.importPlaylist, sent);
    return { kind: "imported", imported };
  } catch (error) {
    const status = error instanceof ApiCallError ? error.status : 0;
    return decideAfterFailure({ status, reason: refusalText(error) });
  }
}

async function isBeingChecked(batchId: string, signal: AbortSignal): Promise<boolean> {
  const query = { batchId, limit: 1 };
  const { counts } = await callApi(incomingCalls.listIncoming, { query }, signal);
  return counts.received + counts.checking + counts.analysing > 0;
}

async function pause(signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, POLL_INTERVAL_MS);
  signal.addEventListener("abort", () => resolve(), { once: true });
  await promise;
  clearTimeout(timer);
  signal.throwIfAborted();
}
