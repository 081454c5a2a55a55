import { apiErrorSchema } from "@neonrelay/contract/callers";
import { countOf } from "../../../ui/count-of.ts";
import { type ChosenFile, refuseFile, type UploadLimits } from "../upload-rules.ts";

/**
 * `waiting`: for its turn; `sending`; `paused`: resumes when the visitor wants, or once what stopped it is over;
 * `sent`: the station has all of it; `refused`: by the station or the browser.
 */
export type UploadState =
  | { readonly kind: "waiting" }
  | { readonly kind: "sending" }
  | { readonly kind: "paused"; readonly because: PauseReason }
  | { readonly kind: "sent" }
  | { readonly kind: "refused"; readonly reason: string };

/**
 * What paused an upload: the visitor, the connection, the end of the session, another tab, or a station that is busy or
 * full.
 */
export type PauseReason = "visitor" | "connection" | "session" | "another-tab" | "station";

export interface QueuedUpload {
  readonly id: string;
  readonly name: string;
  readonly sizeBytes: number;
  readonly sentBytes: number;
  readonly state: UploadState;
}

/** The uploads to start now, so that `atOnce` are in progress, in the order they were added. */
export function nextToSend(
  uploads: readonly QueuedUpload[],
  atOnce: number,
): readonly QueuedUpload[] {
  const free = atOnce - uploads.filter(({ state }) => state.kind === "sending").length;
  return uploads.filter(({ state }) => state.kind === "waiting").slice(0, Math.max(0, free));
}

/** The state of an upload after a failed request; without a response the status is 0. */
export function decideAfterFailure({
  status,
  text,
}: {
  readonly status: number;
  readonly text: string;
}): UploadState {
  if (status === 0) return { kind: "paused", because: "connection" };
  if (status === 401) return { kind: "paused", because: "session" };
  if (status === 423) return { kind: "paused", because: "another-tab" };
  if (status === 429 || status >= 500) return { kind: "paused", because: "station" };
  return { kind: "refused", reason: reasonIn(text) ?? `The station answered ${status}` };
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
    sent: uploads.filter(({ state }) => state.kind === "sent").length,
    refused: uploads.length - taken.length,
    sizeBytes: taken.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
    sentBytes: taken.reduce((sum, { sentBytes }) => sum + sentBytes, 0),
  };
}

/** Whether closing the page would interrupt an upload. */
export function isUnderWay(uploads: readonly QueuedUpload[]): boolean {
  return uploads.some(({ state }) => state.kind !== "sent" && state.kind !== "refused");
}

const pauseWords: Readonly<Record<PauseReason, string>> = {
  visitor: "Paused",
  connection: "The connection is lost; it goes on as soon as the station can be reached",
  session: "You are signed out; it goes on from here when you have signed in",
  "another-tab": "Another tab is sending this file; it goes on when that tab is closed",
  station: "The station can't take more at the moment; trying again soon",
};

export function wordUpload({ state, sentBytes, sizeBytes }: QueuedUpload): string {
  switch (state.kind) {
    case "waiting":
      return "Waiting for its turn";
    case "sending":
      return `Uploading, ${Math.floor((sentBytes / sizeBytes) * 100)} %`;
    case "paused":
      return pauseWords[state.because];
    case "sent":
      return "Received; see Incoming Files below";
    case "refused":
      return `Refused: ${state.reason}`;
    default:
      return state satisfies never;
  }
}

function reasonIn(text: string): string | undefined {
  try {
    return apiErrorSchema.safeParse(JSON.parse(text)).data?.error;
  } catch {
    return undefined;
  }
}

interface Choice<Chosen> {
  /** Files to send, or with the reason why not. */
  readonly files: readonly { readonly file: Chosen; readonly refusal: string | undefined }[];
  /** Names what is left out; undefined if nothing is. */
  readonly notice: string | undefined;
}

const NAMED = 3;

/** Decides which chosen files join the queue: music. Other files beside it, such as covers, are left out. */
export function decideChoice<Chosen extends ChosenFile>(
  chosen: readonly Chosen[],
  limits: UploadLimits,
): Choice<Chosen> {
  const isMusic = (file: Chosen) =>
    refuseFile(file, { ...limits, maxUploadBytes: Number.MAX_SAFE_INTEGER }) === undefined;
  const other = chosen.filter((file) => !isMusic(file));
  return {
    files: chosen
      .filter(isMusic)
      .map((file) => ({ file, refusal: refuseFile(file, limits)?.text })),
    notice: other.length === 0 ? undefined : wordLeftOut(other),
  };
}

function wordLeftOut(files: readonly ChosenFile[]): string {
  const named = files.slice(0, NAMED).map(({ name }) => name);
  const more = files.length - named.length;
  const names = named.join(", ") + (more > 0 ? ` and ${more} more` : "");
  return `Left out ${countOf(files.length, "file")} that ${files.length === 1 ? "is" : "are"} not music: ${names}`;
}
