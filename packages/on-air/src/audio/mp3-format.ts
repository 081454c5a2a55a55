/** Samples of one MPEG-1 Layer III frame, at each of its rates. */
export const MP3_FRAME_SAMPLES = 1152;
