/** Reason given when a file is missing. */
export const FILE_NOT_THERE = "The file is not there";

/**
 * A file can't be decoded at all, or not to its end. The message is one sentence for users, without path or full stop.
 */
export class DecodeError extends Error {
  override readonly name = "DecodeError";
}

export const UNKNOWN_KIND = "This is not an audio file of a kind the station can read";
export const NO_AUDIO_STREAM = "The file holds no audio stream";

/** Reasons meaning "not music at all"; every other reason is about music that can't be played. */
export const NOT_AUDIO_REASONS: readonly string[] = [UNKNOWN_KIND, NO_AUDIO_STREAM];
