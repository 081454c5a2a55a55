export const SAMPLE_RATE_HZ = 44_100;
export const STEPS_PER_BAR = 16;
/** Room for the reverb after the last bar. */
export const TAIL_SECONDS = 2.5;
