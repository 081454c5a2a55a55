import { formatExtensions, formatNames } from "@neonrelay/contract/callers";
import type { MusicFormat } from "@neonrelay/contract/callers";
import { ApiCallError, refusalText } from "../../api/call-api.ts";

/** What the browser knows about a file before sending it. */
export interface ChosenFile {
  readonly name: string;
  /** The browser's guess; '' if it has none. */
  readonly type: string;
  readonly size: number;
}

const audioTypes = /^audio\/(?:x-)?(?:mpeg|mp3|wav|wave|flac|m4a|mp4|ogg)$/i;
const audioNames = /\.(?:mp3|wav|flac|m4a|ogg)$/i;

const accepted = ".mp3,.wav,.flac,.m4a,.ogg,audio/mpeg,audio/wav,audio/flac,audio/mp4,audio/ogg";

/** What the station accepts. */
export interface UploadLimits {
  readonly maxUploadBytes: number;
  /** Formats besides the usual ones. */
  readonly uploadFormats: readonly MusicFormat[];
}

/** The file chooser's `accept` value. */
export function acceptedFiles({ uploadFormats }: UploadLimits): string {
  return [accepted, ...extensionsOf(uploadFormats)].join(",");
}

/** 'MP3, WAV, FLAC, M4A, OGG', plus any formats added by an operator. */
export function acceptedNames({ uploadFormats }: UploadLimits): string {
  return ["MP3, WAV, FLAC, M4A, OGG", ...uploadFormats.map((each) => formatNames[each])].join(", ");
}

/** Why a file is not sent; undefined if it is. The station checks again. */
export function refuseFile(
  { name, type, size }: ChosenFile,
  limits: UploadLimits,
): { readonly title: string; readonly text: string } | undefined {
  const { maxUploadBytes, uploadFormats } = limits;
  const isAdded = extensionsOf(uploadFormats).some((each) => name.toLowerCase().endsWith(each));
  if (!audioTypes.test(type) && !audioNames.test(name) && !isAdded)
    return {
      title: "Invalid File Type",
      text: `Please select an audio file (${acceptedNames(limits)})`,
    };
  if (size > maxUploadBytes)
    return {
      title: "File Too Large",
      text: `Please select a file smaller than ${formatLimit(maxUploadBytes)}`,
    };
  return undefined;
}

function extensionsOf(formats: readonly MusicFormat[]): readonly string[] {
  return formats.flatMap((format) => formatExtensions[format]);
}

type Drop<File> =
  | { readonly kind: "nothing" }
  | { readonly kind: "wait"; readonly notice: string }
  | { readonly kind: "refused"; readonly refusal: NonNullable<ReturnType<typeof refuseFile>> }
  /** The notice names files that are not sent; undefined if there are none. */
  | { readonly kind: "sent"; readonly file: File; readonly notice: string | undefined };

/** Which of the dropped or chosen files to send: the first acceptable one, such as the music beside its cover. */
export function decideDrop<File extends ChosenFile>({
  files,
  limits,
  isBusy,
}: {
  readonly files: readonly File[];
  readonly limits: UploadLimits;
  /** Another upload is running. */
  readonly isBusy: boolean;
}): Drop<File> {
  const file = files.find((each) => refuseFile(each, limits) === undefined) ?? files[0];
  if (file === undefined) return { kind: "nothing" };
  if (isBusy)
    return {
      kind: "wait",
      notice: "One file at a time: wait until the current upload has finished.",
    };
  const refusal = refuseFile(file, limits);
  if (refusal !== undefined) return { kind: "refused", refusal };
  const notice =
    files.length === 1
      ? undefined
      : `One file at a time: only ${file.name} is uploaded. Drop the others one by one.`;
  return { kind: "sent", file, notice };
}

/** Why an upload failed: the station's reason, otherwise the status text, if HTTP has one. */
export function uploadFailure(error: unknown): string {
  const reason = refusalText(error) ?? (error instanceof ApiCallError ? error.statusText : "");
  return reason === "" ? "Upload failed" : `Upload failed: ${reason}`;
}

/** '3.2 MB'; one decimal place. */
export function formatMegabytes(sizeBytes: number): string {
  return `${(sizeBytes / (1024 * 1024)).toFixed(1)} MB`;
}

/** '50MB', as the specification writes it. */
function formatLimit(bytes: number): string {
  return `${Math.floor(bytes / (1024 * 1024))}MB`;
}
