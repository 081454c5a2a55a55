import { StreamListener } from "./stream-listener.ts";
import { levelDb } from "./tone-levels.ts";
import { decode } from "./tones.ts";

const BYTES_PER_SECOND = 24_000;

/** Of the last second of a new listener's first sound; the burst alone is four seconds. */
export async function loudnessDb(
  { streamUrl }: { readonly streamUrl: string },
  { seconds }: { readonly seconds: number },
): Promise<number> {
  await using listener = new StreamListener(streamUrl);
  await listener.receive({ bytes: seconds * BYTES_PER_SECOND });
  const sound = await decode((await listener.heard()).audio);
  const endMs = (sound.samples.length / sound.sampleRateHz) * 1000;
  return levelDb(sound, { atMs: endMs - 1000, lengthMs: 1000 });
}
