import path from "node:path";
import type { Page } from "playwright-core";
import * as z from "zod";
import { makeTone } from "./tones.ts";

const LOW_HZ = 500;
const HIGH_HZ = 3000;
const TONE_SECONDS = 8;
/** A tone leads when it does so for this many windows of 10 ms. */
const SETTLED_WINDOWS = 10;
/** Between hearing a click and knowing its moment, a page shows the live edge. */
const KNOWN_AFTER_MS = 2000;
/** So much of the sound around a title is needed to find its flip. */
const SOUND_AFTER_MS = 500;
/** Between two moments at which the page had time, more than this was the machine's and not the page's. */
const LONGEST_STEP_MS = 25;

/**
 * What the page showed and played, by the clock of its sound: changes of the title at what came out of the speaker
 * when they appeared, tones where they lie in what was played. The page doesn't have to look at it at once.
 */
const observationSchema = z.object({
  changes: z.array(z.object({ atMs: z.number(), title: z.string() })),
  /** Moments at which the page had time; it looks for them all 10 ms. */
  free: z.array(z.number()),
  levels: z.array(z.object({ atMs: z.number(), low: z.number(), high: z.number() })),
});
type Observation = z.infer<typeof observationSchema>;

/** Two tracks, which follow each other for ever: the rotation of two alternates. */
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

/** Before the page is opened: from its first moment on its titles and tones are noted. */
export async function recordTitlesAndTones(page: Page): Promise<void> {
  await page.addInitScript(observe, {
    lowHz: LOW_HZ,
    highHz: HIGH_HZ,
    knownAfterMs: KNOWN_AFTER_MS,
    soundAfterMs: SOUND_AFTER_MS,
  });
}

/** How late each title of a page that plays both tones came after its sound, in ms; before it where negative. */
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

/** Runs in the page. Notes how the title changes from tone to tone, and both tones in windows of 10 ms of what it plays. */
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
    // What comes after the emergency loop comes after both tones.
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
      // It holds 0.7 s: that long may the page be busy without missing anything.
      const recorder = new AnalyserNode(this, { fftSize: 32_768 });
      source.connect(recorder);
      setInterval(() => this.note(recorder), 100);
      setInterval(() => free.push((this.currentTime - this.outputLatency) * 1000), 10);
      heardMs = () => (this.currentTime - this.outputLatency) * 1000;
      return source;
    }

    /** The tones of what was played since the last call. */
    note(recorder: AnalyserNode): void {
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
        // A window without edges, or the louder tone leaks into the level of the other.
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
 * By how much a title came after its sound, or before it (negative), in ms. On a machine that is busy with others, time
 * in which the page was given none does not count.
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
 * When the sound became that of `title`: the window nearest to `nearMs` from which on its tone is nearer to its
 * steady level than the other tone to its own.
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
