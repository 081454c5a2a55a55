import { titleByArtist } from "@neonrelay/contract";
import type { ApiError } from "@neonrelay/contract";
import { NOT_AUDIO_REASONS } from "@neonrelay/on-air/decode-error";
import type { AddOutcome } from "../library/file-intake.ts";
import type { AdmissionRefusal } from "./admission-rules.ts";

/** The form field with the file. */
export const FILE_FIELD = "music";

export const diskFull: ApiError = {
  error: "The station's disk is full; its operator must free some space before you can upload",
  code: "unavailable",
};
const notAudio = "Please select an audio file (MP3, WAV, FLAC, M4A, OGG)";

export function tooLarge(maxUploadMegabytes: number): ApiError {
  return {
    error: `Please select a file smaller than ${maxUploadMegabytes}MB`,
    code: "too_large",
    field: FILE_FIELD,
  };
}

/** Why an upload may not begin. */
export function wordAdmission(refusal: AdmissionRefusal, maxUploadMegabytes: number): ApiError {
  switch (refusal) {
    case "too-large":
      return tooLarge(maxUploadMegabytes);
    case "empty":
      return { error: "The file is empty", code: "refused_file", field: FILE_FIELD };
    case "disk-full":
      return diskFull;
    case "too-many-unfinished":
      return {
        error:
          "Too many of your uploads are unfinished: let them finish, cancel some, or wait a day until they are removed",
        code: "too_many_requests",
      };
    case "too-much-waiting":
      return {
        error: "The station is still reading the files you sent; the rest can follow in a minute",
        code: "too_many_requests",
      };
    default:
      return refusal satisfies never;
  }
}

/** Why a complete file did not become a track. */
export function wordRefusal(refusal: Exclude<AddOutcome, { kind: "added" }>): ApiError {
  switch (refusal.kind) {
    case "refused":
      return {
        error: NOT_AUDIO_REASONS.includes(refusal.reason) ? notAudio : refusal.reason,
        code: "refused_file",
        field: FILE_FIELD,
      };
    case "known":
      return {
        error: `This file is already in the library as ${titleByArtist({ ...refusal, title: `'${refusal.title}'` })}`,
        code: "conflict",
        field: FILE_FIELD,
      };
    case "twice-at-once":
      return {
        error: "This file is already being uploaded; wait until it is in the library",
        code: "conflict",
        field: FILE_FIELD,
      };
    case "lost":
      return {
        error: "The station no longer has this file; send it again",
        code: "refused_file",
        field: FILE_FIELD,
      };
    case "disk-full":
      return diskFull;
    default:
      return refusal satisfies never;
  }
}
