/** All sound between a decoder and the way out is interleaved stereo float32 at this rate; 1 is full scale. */
export const SAMPLE_RATE_HZ = 44_100;
/** "Sample" means one moment of the programme: `CHANNELS` floats. */
export const CHANNELS = 2;
/** The programme is mixed in frames of this many samples, 26 ms: those of an MP3 frame at the programme's rate. */
export const MIX_FRAME_SAMPLES = 1152;

/** The two channels of the programme; equally long. */
export interface StereoSound {
  readonly left: Float32Array;
  readonly right: Float32Array;
}
