import path from "node:path";
import type { Page } from "playwright-core";
import * as z from "zod";
import { makeTone } from "./tones.ts";

const LOW_HZ = 500;
const HIGH_HZ = 3000;
const TONE_SECONDS = 8;
/** A tone leads once it does so for this many windows of 10 ms. */
const SETTLED_WINDOWS = 10;
/** A page shows the live edge from the click until it knows its position. */
const KNOWN_AFTER_MS = 2000;
/** Sound needed around a title to find its change of tone. */
const SOUND_AFTER_MS = 500;
/** A longer gap between two free moments is the machine's fault, not the page's. */
const LONGEST_STEP_MS = 25;

/**
 * What the page showed and played, on its audio clock: title changes at the speaker position when they appeared, tones
 * at their position in the sound. The page may evaluate the sound later.
 */
const observationSchema = z.object({
  changes: z.array(z.object({ atMs: z.number(), title: z.string() })),
  /** Moments the page was free; it checks every 10 ms. */
  free: z.array(z.number()),
  levels: z.array(z.object({ atMs: z.number(), low: z.number(), high: z.number() })),
});
type Observation = z.infer<typeof observationSchema>;

/** Two tracks that alternate for ever. */
export async function makeTwoTones(folder: string): Promise<void> {
  for (const [name, frequencyHz] of [
    ["Low", LOW_HZ],
    ["High", HIGH_HZ],
  ] as const)
    await makeTone({
      file: path.join(folder, `${name}.flac`),
      frequencyHz,
      seconds: TONE_SECONDS,
      title: `${name} Tide`,
    });
}

/** Records a page's titles and tones from its first moment. Call it before the page is opened. */
export async function recordTitlesAndTones(page: Page): Promise<void> {
  await page.addInitScript(observe, {
    lowHz: LOW_HZ,
    highHz: HIGH_HZ,
    knownAfterMs: KNOWN_AFTER_MS,
    soundAfterMs: SOUND_AFTER_MS,
  });
}

/** Delay of each title after its sound, in ms, on a page that plays both tones; negative: before it. */
export async function latenessOfTitles(
  page: Page,
  { titles, limitMs }: { readonly titles: number; readonly limitMs: number },
): Promise<readonly number[]> {
  await page.waitForFunction(
    (wanted) => Number(document.documentElement.dataset["heardChanges"]) >= wanted,
    titles,
    { timeout: limitMs },
  );
  const observation = await observationOf(page);
  return observation.changes.map(({ title, atMs }) =>
    Math.round(lateness(atMs, flipTo(title, atMs, observation), observation)),
  );
}

/** Runs in the page. Records title changes between the tones, and both tones in 10 ms windows of its sound. */
function observe({
  lowHz,
  highHz,
  knownAfterMs,
  soundAfterMs,
}: {
  readonly lowHz: number;
  readonly highHz: number;
  readonly knownAfterMs: number;
  readonly soundAfterMs: number;
}): void {
  const changes: { atMs: number; title: string }[] = [];
  const levels: { atMs: number; low: number; high: number }[] = [];
  const free: number[] = [];
  let shown = "";
  let heardMs: (() => number) | undefined;
  Object.assign(window, { observation: { changes, free, levels } });
  const recordTitle = () => {
    if (heardMs === undefined || document.querySelector('[data-player-state="playing"]') === null)
      return;
    const title = document.querySelector('[data-testid="now-playing-title"]')?.textContent ?? "";
    if (title === shown) return;
    const atMs = heardMs();
    // A title after the emergency loop has no change of tone.
    if (atMs > knownAfterMs && shown.endsWith("Tide")) changes.push({ atMs, title });
    shown = title;
  };
  new MutationObserver(recordTitle).observe(document, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
    attributeFilter: ["data-player-state"],
  });
  window.AudioContext = class WatchedContext extends AudioContext {
    override createMediaElementSource(element: HTMLMediaElement): MediaElementAudioSourceNode {
      const source = super.createMediaElementSource(element);
      // Holds 0.7 s: the page may be busy that long without missing anything.
      const recorder = new AnalyserNode(this, { fftSize: 32_768 });
      source.connect(recorder);
      setInterval(() => this.record(recorder), 100);
      setInterval(() => free.push((this.currentTime - this.outputLatency) * 1000), 10);
      heardMs = () => (this.currentTime - this.outputLatency) * 1000;
      return source;
    }

    /** Analyses the sound played since the last call. */
    record(recorder: AnalyserNode): void {
      const samples = new Float32Array(recorder.fftSize);
      const endSeconds = this.currentTime;
      recorder.getFloatTimeDomainData(samples);
      const length = Math.round(this.sampleRate / 100);
      const knownMs = (levels.at(-1)?.atMs ?? 0) + 5;
      for (let from = samples.length % length; from < samples.length; from += length) {
        const middle = from + length / 2;
        const atMs = (endSeconds - (samples.length - middle) / this.sampleRate) * 1000;
        if (atMs <= knownMs) continue;
        const window = samples.subarray(from, from + length);
        levels.push({
          atMs,
          low: this.levelOf(window, lowHz),
          high: this.levelOf(window, highHz),
        });
      }
      const heard = changes.filter(({ atMs }) => atMs + soundAfterMs < endSeconds * 1000);
      document.documentElement.dataset["heardChanges"] = String(heard.length);
    }

    levelOf(samples: Float32Array, frequencyHz: number): number {
      let real = 0;
      let imaginary = 0;
      for (const [at, sample] of samples.entries()) {
        // A Hann window, or the louder tone would leak into the other's level.
        const weighed = sample * (1 - Math.cos((2 * Math.PI * at) / samples.length));
        const angle = (2 * Math.PI * frequencyHz * at) / this.sampleRate;
        real += weighed * Math.cos(angle);
        imaginary += weighed * Math.sin(angle);
      }
      return Math.hypot(real, imaginary) / samples.length;
    }
  };
}

async function observationOf(page: Page): Promise<Observation> {
  return observationSchema.parse(
    await page.evaluate((): unknown => Reflect.get(window, "observation")),
  );
}

/**
 * Delay of a title after its sound, in ms; negative: before it. Time in which a busy machine gave the page no CPU does
 * not count.
 */
function lateness(titleMs: number, soundMs: number, { free }: Observation): number {
  if (titleMs <= soundMs) return titleMs - soundMs;
  const between = free.filter((atMs) => atMs > soundMs && atMs < titleMs);
  const moments = [soundMs, ...between, titleMs];
  return moments.reduce((sum, atMs, index) => {
    const stepMs = atMs - (moments[index - 1] ?? atMs);
    return sum + Math.min(LONGEST_STEP_MS, stepMs);
  }, 0);
}

/**
 * When the sound changed to that of `title`: the window closest to `nearMs` from which its tone is nearer to its steady
 * level than the other tone to its own.
 */
function flipTo(title: string, nearMs: number, { levels }: Observation): number {
  const steadyLow = Math.max(...levels.map(({ low }) => low));
  const steadyHigh = Math.max(...levels.map(({ high }) => high));
  const leads = levels.map(({ low, high }) => {
    const isHigh = high / steadyHigh > low / steadyLow;
    return isHigh === title.startsWith("High");
  });
  const flips = levels.filter(
    (_, at) =>
      leads[at - 1] === false &&
      leads.slice(at, at + SETTLED_WINDOWS).every((isLeading) => isLeading),
  );
  const nearest = flips.toSorted(
    (a, b) => Math.abs(a.atMs - nearMs) - Math.abs(b.atMs - nearMs),
  )[0];
  if (nearest === undefined) throw new Error(`${title} was never heard to come on`);
  return nearest.atMs;
}
