import {
  formatExtensions,
  formatNames,
  MAX_PLAYLIST_FILE_BYTES,
  playlistFileExtensions,
} from "@neonrelay/contract/callers";
import type { MusicFormat } from "@neonrelay/contract/callers";
import { ApiCallError, refusalText } from "../../api/call-api.ts";

/** What the browser knows about a file before sending it. */
interface ChosenFile {
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

/** The file chooser's `accept` value. @param mayImport playlists, too */
export function acceptedFiles({ uploadFormats }: UploadLimits, mayImport: boolean): string {
  const playlists = mayImport ? playlistFileExtensions : [];
  return [accepted, ...extensionsOf(uploadFormats), ...playlists].join(",");
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
  return refuseSize({ size }, maxUploadBytes);
}

function refuseSize({ size }: Pick<ChosenFile, "size">, mostBytes: number) {
  if (size <= mostBytes) return undefined;
  return {
    title: "File Too Large",
    text: `Please select a file smaller than ${formatLimit(mostBytes)}`,
  };
}

function extensionsOf(formats: readonly MusicFormat[]): readonly string[] {
  return formats.flatMap((format) => formatExtensions[format]);
}

/** A file of a choice, with the reason if it can't be sent. */
export interface QueueFile<Chosen> {
  readonly file: Chosen;
  readonly what: "music" | "playlist";
  readonly refusal: string | undefined;
}

type Choice<Chosen> =
  | { readonly kind: "nothing" }
  /** A single file of music, while nothing else is under way. */
  | { readonly kind: "form"; readonly file: Chosen }
  /** @param toast of a single file that is refused */
  | {
      readonly kind: "queue";
      readonly files: readonly QueueFile<Chosen>[];
      readonly toast: ReturnType<typeof refuseFile>;
    };

/** Decides what becomes of chosen or dropped files: each is sent, or refused with the reason. */
export function decideChoice<Chosen extends ChosenFile>(
  chosen: readonly Chosen[],
  {
    limits,
    mayImport,
    isBusy,
  }: {
    readonly limits: UploadLimits;
    /** Playlists, too. */
    readonly mayImport: boolean;
    /** Other files are being sent. */
    readonly isBusy: boolean;
  },
): Choice<Chosen> {
  const [first, second] = chosen;
  if (first === undefined) return { kind: "nothing" };
  const refusalOf = (file: Chosen) =>
    mayImport && isPlaylist(file)
      ? refuseSize(file, MAX_PLAYLIST_FILE_BYTES)
      : refuseFile(file, limits);
  const isSingle = second === undefined;
  const toast = isSingle ? refusalOf(first) : undefined;
  if (isSingle && toast === undefined && !isBusy && !isPlaylist(first))
    return { kind: "form", file: first };
  const files = chosen.map((file) => ({
    file,
    what: isPlaylist(file) ? ("playlist" as const) : ("music" as const),
    refusal: refusalOf(file)?.text,
  }));
  return { kind: "queue", files, toast };
}

function isPlaylist({ name }: ChosenFile): boolean {
  return playlistFileExtensions.some((each) => name.toLowerCase().endsWith(each));
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

/** '50 MB'. */
export function limitText(bytes: number): string {
  return `${Math.floor(bytes / (1024 * 1024))} MB`;
}

/** '50MB', as the specification writes it. */
function formatLimit(bytes: number): string {
  return `${Math.floor(bytes / (1024 * 1024))}MB`;
}
