import { gainFactor } from "./volume.ts";

/** Time constant of volume changes: long enough not to click, short enough to follow a slider. */
const RAMP_SECONDS = 0.02;
/** A new connection reaches its volume in about 400 ms. */
const FADE_IN_SECONDS = 0.13;
/** A fade reaches -30 dB, nearly silent, after this many time constants. */
const FADE_CONSTANTS = 3.5;
/** Duration of the fade when listening stops, in ms. */
export const FADE_OUT_MS = 250;

/** A level is the mean of this many samples of one channel: 23 ms. */
const CHANNEL_WINDOW = 1024;

/** The analysers: both channels together, and each. */
export interface Meters {
  readonly analyser: AnalyserNode;
  readonly left: AnalyserNode;
  readonly right: AnalyserNode;
}

/**
 * The audio path from the element to the speaker: element, monitor gain, analyser, volume. The visualizer sees the
 * monitor gain but not the volume, so quiet listening does not flatten it.
 */
export class AudioGraph {
  readonly #context: AudioContext;
  readonly #gain: GainNode;
  readonly #volume: GainNode;
  readonly meters: Meters;

  /** Takes over the element's sound for good. Call in a click handler, or the context stays suspended. */
  constructor(audio: HTMLAudioElement) {
    this.#context = new AudioContext({ latencyHint: "playback" });
    this.#gain = this.#context.createGain();
    this.#volume = this.#context.createGain();
    const analyser = new AnalyserNode(this.#context, { fftSize: 2048, smoothingTimeConstant: 0.8 });
    const left = new AnalyserNode(this.#context, { fftSize: CHANNEL_WINDOW });
    const right = new AnalyserNode(this.#context, { fftSize: CHANNEL_WINDOW });
    const channels = this.#context.createChannelSplitter(2);
    this.#gain.connect(channels);
    channels.connect(left, 0);
    channels.connect(right, 1);
    this.meters = { analyser, left, right };
    this.#context
      .createMediaElementSource(audio)
      .connect(this.#gain)
      .connect(analyser)
      .connect(this.#volume)
      .connect(this.#context.destination);
  }

  get outputLatencySeconds(): number {
    return this.#context.outputLatency;
  }

  /** Resumes a context that the system has suspended. Safe to call at any time. */
  resume(): void {
    if (this.#context.state === "running") return;
    this.#context.resume().catch((error: unknown) => console.warn("audio did not resume", error));
  }

  setVolume(factor: number): void {
    this.#volume.gain.setTargetAtTime(factor, this.#context.currentTime, RAMP_SECONDS);
  }

  setGainDb(gainDb: number): void {
    this.#gain.gain.setTargetAtTime(gainFactor(gainDb), this.#context.currentTime, RAMP_SECONDS);
  }

  /** Silent until `fadeIn`, so that not even a connection's first samples are abrupt. */
  silence(): void {
    const { currentTime } = this.#context;
    this.#volume.gain.cancelScheduledValues(currentTime);
    this.#volume.gain.setValueAtTime(0, currentTime);
  }

  /** Fades to near silence in that time. */
  fadeOut(durationMs: number): void {
    const { currentTime } = this.#context;
    this.#volume.gain.cancelScheduledValues(currentTime);
    this.#volume.gain.setTargetAtTime(0, currentTime, durationMs / 1000 / FADE_CONSTANTS);
  }

  fadeIn(factor: number): void {
    const { currentTime } = this.#context;
    this.#volume.gain.cancelScheduledValues(currentTime);
    this.#volume.gain.setValueAtTime(0, currentTime);
    this.#volume.gain.setTargetAtTime(factor, currentTime, FADE_IN_SECONDS);
  }

  close(): void {
    this.#context.close().catch((error: unknown) => console.warn("audio did not close", error));
  }
}

/** WebKit gives zeros for a live stream and may mute it, so there the sound never goes through a graph. */
export function canAnalyseLiveStreams(browser: { readonly vendor: string }): boolean {
  return !browser.vendor.startsWith("Apple") && typeof AudioContext === "function";
}
