/** Unfinished and unprocessed uploads of an account, or of everyone with the access code. */
export interface HeldUploads {
  /** Uploads still being received. */
  readonly unfinished: number;
  /** Bytes of all of them, including those still to come. */
  readonly bytes: number;
}

export interface AdmissionSituation {
  readonly sizeBytes: number;
  readonly maxUploadBytes: number;
  readonly own: HeldUploads;
  readonly everyone: HeldUploads;
  /** Free disk space available to the station. */
  readonly freeBytes: number;
  /** Space that must stay free, so that uploads never take the last of it from the database. */
  readonly minimumFreeBytes: number;
  /** Bytes still to come for uploads in progress. */
  readonly promisedBytes: number;
}

export type AdmissionRefusal =
  | "too-large"
  | "empty"
  | "disk-full"
  | "too-many-unfinished"
  | "too-much-waiting";

export const uploadBounds = {
  unfinishedOfOne: 100,
  unfinishedOfAll: 1000,
  /** Not yet in the library; one file of the largest size is accepted in any case. */
  bytesOfOne: 4 * 1024 ** 3,
  bytesOfAll: 16 * 1024 ** 3,
} as const;

/** Whether an upload may begin. */
export function decideAdmission(situation: AdmissionSituation): "admitted" | AdmissionRefusal {
  const { sizeBytes, own, everyone } = situation;
  if (sizeBytes === 0) return "empty";
  if (sizeBytes > situation.maxUploadBytes) return "too-large";
  if (
    own.unfinished >= uploadBounds.unfinishedOfOne ||
    everyone.unfinished >= uploadBounds.unfinishedOfAll
  )
    return "too-many-unfinished";
  const isTooMuch =
    own.bytes + sizeBytes > uploadBounds.bytesOfOne ||
    everyone.bytes + sizeBytes > uploadBounds.bytesOfAll;
  if (isTooMuch && own.bytes > 0) return "too-much-waiting";
  const needed = situation.minimumFreeBytes + situation.promisedBytes + sizeBytes;
  return situation.freeBytes < needed ? "disk-full" : "admitted";
}
