/** What the MP3 mount can be: MPEG-1 Layer III, whose frames have 1152 samples at every rate. */
export const supportedSampleRatesHz: readonly number[] = [32_000, 44_100, 48_000];
export const supportedChannels: readonly number[] = [1, 2];

const MPEG1_BITRATES_KBPS: readonly number[] = [
  32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320,
];

/** Bitrates in kbit/s the mount can have at that sample rate; none at a rate that is not supported. */
export function supportedBitratesKbps(sampleRateHz: number): readonly number[] {
  return supportedSampleRatesHz.includes(sampleRateHz) ? MPEG1_BITRATES_KBPS : [];
}

/** What a decoder has to be set up for: a connection keeps it from its first byte to its last. */
export interface SoundFormat {
  readonly sampleRateHz: number;
  readonly channels: number;
}

/** How the mount is encoded. The bitrate may change inside a connection. */
export interface StreamFormat extends SoundFormat {
  readonly bitrateKbps: number;
}

export function isSameSound(one: SoundFormat, other: SoundFormat): boolean {
  return one.sampleRateHz === other.sampleRateHz && one.channels === other.channels;
}

/** Why there is no such mount, as a sentence that says what there is; null when there is. */
export function whyUnsupported({
  bitrateKbps,
  sampleRateHz,
  channels,
}: StreamFormat): string | null {
  if (!supportedSampleRatesHz.includes(sampleRateHz))
    return `the stream can't have ${sampleRateHz} Hz; it can have ${supportedSampleRatesHz.join(", ")}`;
  if (!supportedChannels.includes(channels))
    return `the stream can't have ${channels} channels; it can have ${supportedChannels.join(" or ")}`;
  const bitrates = supportedBitratesKbps(sampleRateHz);
  return bitrates.includes(bitrateKbps)
    ? null
    : `MP3 has no bitrate of ${bitrateKbps} kbit/s; it has ${bitrates.join(", ")}`;
}
