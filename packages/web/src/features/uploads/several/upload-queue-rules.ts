import { apiErrorSchema, type ImportedPlaylist } from "@neonrelay/contract/callers";
import type { QueueFile } from "../upload-rules.ts";

/**
 * `waiting`: for its turn; `sending`; `paused`: resumes when the visitor wants, or once what stopped it is over;
 * `sent`: the station has all of it; `imported`: what became of a playlist; `refused`: by the station or the browser.
 */
export type UploadState =
  | { readonly kind: "waiting" }
  | { readonly kind: "sending" }
  | { readonly kind: "paused"; readonly because: PauseReason }
  | { readonly kind: "sent" }
  | { readonly kind: "imported"; readonly imported: ImportedPlaylist }
  | { readonly kind: "refused"; readonly reason: string };

/**
 * What paused an upload: the visitor, the connection, the end of the session, another tab, or a station that is busy or
 * full.
 */
export type PauseReason = "visitor" | "connection" | "session" | "another-tab" | "station";

export interface QueuedUpload {
  readonly id: string;
  readonly what: QueueFile<File>["what"];
  /** Its id in the station's list; undefined until the station knows it. */
  readonly incomingId: string | undefined;
  readonly name: string;
  readonly sizeBytes: number;
  readonly sentBytes: number;
  readonly state: UploadState;
}

/**
 * The uploads to start now, so that `atOnce` are in progress, in the order they were added. Playlists come after the
 * music, which they may name.
 */
export function nextToSend(
  uploads: readonly QueuedUpload[],
  atOnce: number,
): readonly QueuedUpload[] {
  const free = atOnce - uploads.filter(({ state }) => state.kind === "sending").length;
  const music = uploads.filter(({ what }) => what === "music");
  return (isUnderWay(music) ? music : uploads)
    .filter(({ state }) => state.kind === "waiting")
    .slice(0, Math.max(0, free));
}

/** The state of an upload after a failed request; without a response the status is 0. */
export function decideAfterFailure({
  status,
  reason,
}: {
  readonly status: number;
  /** The station's. */
  readonly reason: string | undefined;
}): UploadState {
  if (status === 0) return { kind: "paused", because: "connection" };
  if (status === 401) return { kind: "paused", because: "session" };
  if (status === 423) return { kind: "paused", because: "another-tab" };
  if (status === 429 || status >= 500) return { kind: "paused", because: "station" };
  return { kind: "refused", reason: reason ?? `The station answered ${status}` };
}

/** Whether to send the same request again soon; not if the station refused it. */
export function isWorthRetrying(status: number): boolean {
  return status === 0 || status === 409 || status === 423 || status === 429 || status >= 500;
}

/** Whether to restart from the first byte, by the station's response when asked how much it has. */
export function mustBeginAgain(status: number): boolean {
  return status === 404 || status === 410;
}

interface QueueSummary {
  readonly files: number;
  readonly sent: number;
  readonly refused: number;
  readonly sizeBytes: number;
  readonly sentBytes: number;
}

/** Refused files count as no bytes. */
export function summarise(uploads: readonly QueuedUpload[]): QueueSummary {
  const taken = uploads.filter(({ state }) => state.kind !== "refused");
  return {
    files: uploads.length,
    sent: taken.filter((upload) => !isUnderWay([upload])).length,
    refused: uploads.length - taken.length,
    sizeBytes: taken.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
    sentBytes: taken.reduce((sum, { sentBytes }) => sum + sentBytes, 0),
  };
}

/** Whether closing the page would interrupt an upload. */
export function isUnderWay(uploads: readonly QueuedUpload[]): boolean {
  return uploads.some(({ state }) => !ended.includes(state.kind));
}

const ended: readonly UploadState["kind"][] = ["sent", "imported", "refused"];

const pauseWords: Readonly<Record<PauseReason, string>> = {
  visitor: "Paused",
  connection: "The connection is lost; it goes on as soon as the station can be reached",
  session: "You are signed out; it goes on from here when you have signed in",
  "another-tab": "Another tab is sending this file; it goes on when that tab is closed",
  station: "The station can't take more at the moment; trying again soon",
};

export function wordUpload({ what, state, sentBytes, sizeBytes }: QueuedUpload): string {
  switch (state.kind) {
    case "waiting":
      return what === "music" ? "Waiting for its turn" : "Waiting for the music sent with it";
    case "sending":
      if (what === "playlist") return "Imported once the music sent with it is in the library";
      return `Uploading, ${Math.floor((sentBytes / sizeBytes) * 100)} %`;
    case "paused":
      return pauseWords[state.because];
    case "sent":
      return "Received";
    case "imported":
      return wordImported(state.imported);
    case "refused":
      return `Refused: ${state.reason}`;
    default:
      return state satisfies never;
  }
}

function wordImported({ playlist, entryCount, leftOut }: ImportedPlaylist): string {
  const found = `${entryCount - leftOut.length} of ${entryCount === 1 ? "1 entry" : `${entryCount} entries`} found`;
  return playlist === null ? `Nothing imported, ${found}` : `Playlist imported, ${found}`;
}

/** The station's reason in an answer; undefined if it gave none. */
export function reasonIn(text: string): string | undefined {
  try {
    return apiErrorSchema.safeParse(JSON.parse(text)).data?.error;
  } catch {
    return undefined;
  }
}
