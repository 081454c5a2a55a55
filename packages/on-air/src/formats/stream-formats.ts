/** Encodings of the programme; each codec is one mount. MP3 always exists. */
export const codecs = ["mp3", "opus", "aac"] as const;
export type Codec = (typeof codecs)[number];

/** Sample rates of the mounts: at each of them an MP3 frame has 1152 samples. Opus always uses 48 kHz. */
export const supportedSampleRatesHz: readonly number[] = [32_000, 44_100, 48_000];
const supportedChannels: readonly number[] = [1, 2];
export const OPUS_SAMPLE_RATE_HZ = 48_000;

const MPEG1_BITRATES_KBPS: readonly number[] = [
  32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320,
];
/** The bitrates we offer of the many possible; lower ones sound too poor. */
export const opusBitratesKbps: readonly number[] = [32, 48, 64, 96, 128, 160, 192, 256];
const AAC_BITRATES_KBPS: readonly number[] = [64, 96, 128, 160, 192, 256];
/** Maximum bits per channel of an AAC frame of 1024 samples. */
const AAC_MOST_BITS_PER_SAMPLE = 6;

/** MP3 bitrates at that sample rate, in kbit/s; empty for an unsupported rate. */
export function supportedBitratesKbps(sampleRateHz: number): readonly number[] {
  return supportedSampleRatesHz.includes(sampleRateHz) ? MPEG1_BITRATES_KBPS : [];
}

/** Bitrates the AAC mount can have, in kbit/s. */
export function aacBitratesKbps({ sampleRateHz, channels }: SoundFormat): readonly number[] {
  const mostKbps = (AAC_MOST_BITS_PER_SAMPLE * sampleRateHz * channels) / 1000;
  return AAC_BITRATES_KBPS.filter((bitrate) => bitrate <= mostKbps);
}

/** What a decoder must be set up for. */
export interface SoundFormat {
  readonly sampleRateHz: number;
  readonly channels: number;
}

/** How a mount is encoded: fixed for the whole of a connection. */
export interface StreamFormat extends SoundFormat {
  readonly codec: Codec;
  readonly bitrateKbps: number;
}

export function isSameFormat(one: StreamFormat, other: StreamFormat): boolean {
  return (
    one.codec === other.codec &&
    one.bitrateKbps === other.bitrateKbps &&
    one.sampleRateHz === other.sampleRateHz &&
    one.channels === other.channels
  );
}

/** Why there is no such mount, as a sentence that lists the alternatives; null when there is. */
export function whyUnsupported({
  codec,
  bitrateKbps,
  sampleRateHz,
  channels,
}: StreamFormat): string | null {
  if (codec !== "opus" && !supportedSampleRatesHz.includes(sampleRateHz))
    return `the stream can't have ${sampleRateHz} Hz; it can have ${supportedSampleRatesHz.join(", ")}`;
  if (!supportedChannels.includes(channels))
    return `the stream can't have ${channels} channels; it can have ${supportedChannels.join(" or ")}`;
  const bitrates = bitratesOf({ codec, sampleRateHz, channels });
  return bitrates.includes(bitrateKbps)
    ? null
    : `${codecNames[codec]} has no bitrate of ${bitrateKbps} kbit/s; it has ${bitrates.join(", ")}`;
}

export const codecNames: Readonly<Record<Codec, string>> = { mp3: "MP3", opus: "Opus", aac: "AAC" };

function bitratesOf({
  codec,
  sampleRateHz,
  channels,
}: Omit<StreamFormat, "bitrateKbps">): readonly number[] {
  switch (codec) {
    case "mp3":
      return supportedBitratesKbps(sampleRateHz);
    case "opus":
      return opusBitratesKbps;
    case "aac":
      return aacBitratesKbps({ sampleRateHz, channels });
    default:
      return codec satisfies never;
  }
}
