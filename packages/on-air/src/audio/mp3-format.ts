/** Samples of one MPEG-1 Layer III frame. */
export const MP3_FRAME_SAMPLES = 1152;
