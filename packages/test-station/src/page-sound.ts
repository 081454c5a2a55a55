import type { Page } from "playwright-core";
import * as z from "zod";

/** Anything quieter is silence, in dB below full scale. */
const SILENCE_DB = -60;
/** Maximum time counted between two moments, in ms: in a longer gap the page got no CPU. */
const LONGEST_COUNTED_MS = 100;

const momentSchema = z.object({
  /** The page's clock, in ms. */
  atMs: z.number(),
  /** Level of the speaker output, after the listener's volume. */
  levelDb: z.number(),
  /** The audio element's clock. */
  clockSeconds: z.number(),
});
type Moment = Readonly<z.infer<typeof momentSchema>>;

/** Records a page's speaker output. Call it before the page is opened. */
export async function openPageSound(page: Page): Promise<void> {
  await page.addInitScript(() => {
    /** One every 25 ms: the last two minutes. */
    const moments: { atMs: number; levelDb: number; clockSeconds: number }[] = [];
    Object.assign(globalThis, { earMoments: moments });
    let element: HTMLMediaElement | undefined;
    window.AudioContext = class HeardContext extends AudioContext {
      override createMediaElementSource(media: HTMLMediaElement): MediaElementAudioSourceNode {
        element = media;
        return super.createMediaElementSource(media);
      }
    };
    const connect: unknown = Reflect.get(AudioNode.prototype, "connect");
    if (typeof connect !== "function") throw new Error("this browser connects no nodes");
    const listenTo = (source: AudioNode): void => {
      const analyser = new AnalyserNode(source.context, { fftSize: 2048 });
      Reflect.apply(connect, source, [analyser]);
      const samples = new Float32Array(analyser.fftSize);
      setInterval(() => {
        analyser.getFloatTimeDomainData(samples);
        const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
        const levelDb = Math.max(-120, 10 * Math.log10(power));
        const clockSeconds = element?.currentTime ?? 0;
        moments.push({ atMs: performance.now(), levelDb, clockSeconds });
        if (moments.length > 4800) moments.shift();
      }, 25);
    };
    Object.defineProperty(AudioNode.prototype, "connect", {
      value(this: AudioNode, target: unknown, ...rest: unknown[]): unknown {
        if (target instanceof AudioDestinationNode) listenTo(this);
        return Reflect.apply(connect, this, [target, ...rest]);
      },
    });
  });
}

/** The output since that moment of the page's clock. */
export async function heardSince(page: Page, sinceMs: number): Promise<readonly Moment[]> {
  const moments = await page.evaluate(() => Reflect.get(globalThis, "earMoments") as unknown);
  return z
    .array(momentSchema)
    .parse(moments)
    .filter(({ atMs }) => atMs >= sinceMs);
}

/** The page's own clock, in ms. */
export async function pageClockMs(page: Page): Promise<number> {
  return await page.evaluate(() => performance.now());
}

export function isSound({ levelDb }: Pick<Moment, "levelDb">): boolean {
  return levelDb > SILENCE_DB;
}

/** The longest silence, in ms, including one that has not ended. It does not grow while the page gets no CPU. */
export function longestSilenceMs(moments: readonly Moment[]): number {
  let longest = 0;
  let silentMs = 0;
  let before: Moment | undefined;
  for (const moment of moments) {
    if (isSound(moment)) silentMs = 0;
    else if (before !== undefined && !isSound(before))
      silentMs += Math.min(moment.atMs - before.atMs, LONGEST_COUNTED_MS);
    longest = Math.max(longest, silentMs);
    before = moment;
  }
  return longest;
}

/** The median level of everything audible, in dB: fades and gaps don't affect it. */
export function usualLevelDb(moments: readonly Moment[]): number {
  const levels = moments.filter(isSound).map(({ levelDb }) => levelDb);
  return levels.toSorted((a, b) => a - b)[Math.floor(levels.length / 2)] ?? -120;
}
