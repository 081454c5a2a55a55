export const UNKNOWN_KIND = "This is not an audio file of a kind the station can read";
export const NO_AUDIO_STREAM = "The file holds no audio stream";

/** Reasons meaning "not music at all"; every other reason is about music that can't be played. */
export const NOT_AUDIO_REASONS: readonly string[] = [UNKNOWN_KIND, NO_AUDIO_STREAM];
