import { MAX_UPLOAD_BYTES } from "@neonrelay/contract";
import { ApiCallError, refusalText } from "../../api/call-api.ts";

/** What is known of a file before it is sent. */
export interface ChosenFile {
  readonly name: string;
  /** The browser's guess; '' when it has none. */
  readonly type: string;
  readonly size: number;
}

const audioTypes = /^audio\/(?:x-)?(?:mpeg|mp3|wav|wave|flac|m4a|mp4|ogg)$/i;
const audioNames = /\.(?:mp3|wav|flac|m4a|ogg)$/i;

/** What the file chooser offers. */
export const ACCEPTED =
  ".mp3,.wav,.flac,.m4a,.ogg,audio/mpeg,audio/wav,audio/flac,audio/mp4,audio/ogg";

/** Why a file is not sent at all; undefined when it is. The station looks into it again. */
export function refuseFile({
  name,
  type,
  size,
}: ChosenFile): { readonly title: string; readonly text: string } | undefined {
  if (!audioTypes.test(type) && !audioNames.test(name))
    return {
      title: "Invalid File Type",
      text: "Please select an audio file (MP3, WAV, FLAC, M4A, OGG)",
    };
  if (size > MAX_UPLOAD_BYTES)
    return { title: "File Too Large", text: "Please select a file smaller than 50MB" };
  return undefined;
}

/** What is said of dropped files that are not sent; undefined when there are none. */
export function passedOver({
  files,
  isBusy,
}: {
  readonly files: readonly { readonly name: string }[];
  /** Another one is being sent. */
  readonly isBusy: boolean;
}): string | undefined {
  const [first, ...others] = files;
  if (first === undefined) return undefined;
  if (isBusy) return "One file at a time: wait until the current upload has finished.";
  if (others.length === 0) return undefined;
  return `One file at a time: only ${first.name} is uploaded. Drop the others one by one.`;
}

/** Why an upload failed: the station's reason, else the name of the status, where HTTP still tells one. */
export function uploadFailure(error: unknown): string {
  const reason = refusalText(error) ?? (error instanceof ApiCallError ? error.statusText : "");
  return reason === "" ? "Upload failed" : `Upload failed: ${reason}`;
}

/** '3.2 MB'; one place after the point. */
export function formatMegabytes(sizeBytes: number): string {
  return `${(sizeBytes / (1024 * 1024)).toFixed(1)} MB`;
}
