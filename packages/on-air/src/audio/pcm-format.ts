/** All sound between a decoder and an encoder is interleaved stereo float32 at this rate; 1 is full scale. */
export const SAMPLE_RATE_HZ = 44_100;
/** "Sample" means one moment of the programme: `CHANNELS` floats. */
export const CHANNELS = 2;
