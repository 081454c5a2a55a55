/** All sound between a decoder and the output is interleaved stereo float32 at this rate; 1 is full scale. */
export const SAMPLE_RATE_HZ = 44_100;
/** A "sample" is one instant of the programme: `CHANNELS` floats. */
export const CHANNELS = 2;
/** Frame size of the mixer in samples, 26 ms: one MP3 frame at the programme's rate. */
export const MIX_FRAME_SAMPLES = 1152;

/** The two channels of the programme, of equal length. */
export interface StereoSound {
  readonly left: Float32Array;
  readonly right: Float32Array;
}
