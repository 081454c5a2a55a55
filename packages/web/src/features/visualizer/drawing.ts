import { LEVEL_BANDS, LEVEL_SAMPLES } from "@neonrelay/contract/callers";
import type { Picture, SignalFrame, SignalSource } from "./picture.ts";
import { createBars3d } from "./pictures/bars3d.ts";
import { createCircular } from "./pictures/circular.ts";
import { createLevels } from "./pictures/levels.ts";
import { createOscilloscope } from "./pictures/oscilloscope.ts";
import { createGalaxy, createParticles } from "./pictures/particles.ts";
import { createSpectrum } from "./pictures/spectrum.ts";
import { createWaveform } from "./pictures/waveform.ts";
import { Surface } from "./surface.ts";
import type { VisualizerMode } from "./visualizer-mode.ts";
import { everyFrame, onceShown, whileShown } from "./while-shown.ts";

/** The idle picture's waves are slow: with the wait for the next frame, this gives about 15 frames per second. */
const IDLE_STAYS_MS = 55;

/** One picture on a canvas, moving or still. Draws only while it is visible. */
export class Drawing {
  readonly #canvas: HTMLCanvasElement;
  readonly #surface: Surface;
  readonly #signal: SignalSource;
  readonly #picture: Picture;
  #isEmpty = true;
  #drawAgain: (() => void) | undefined;

  constructor(
    canvas: HTMLCanvasElement,
    context: CanvasRenderingContext2D,
    { mode, signal }: { readonly mode: VisualizerMode; readonly signal: SignalSource },
  ) {
    this.#canvas = canvas;
    this.#signal = signal;
    this.#picture = createPicture(mode);
    this.#surface = new Surface(canvas, context, () => {
      this.#isEmpty = true;
      this.#drawAgain?.();
    });
  }

  /**
   * Draws while it is visible.
   * @returns a function that stops drawing and keeps the last frame
   */
  move(): () => void {
    return whileShown(this.#canvas, () => everyFrame((nowMs) => this.#draw(nowMs)));
  }

  /**
   * Keeps the last frame, or draws one if there is none.
   * @returns a function that stops drawing
   */
  stand(): () => void {
    const end = whileShown(this.#canvas, () => {
      this.#drawAgain = () => this.#draw(performance.now());
      return this.#isEmpty ? onceShown((nowMs) => this.#draw(nowMs)) : () => {};
    });
    return () => {
      this.#drawAgain = undefined;
      end();
    };
  }

  close(): void {
    this.#surface.close();
  }

  /** @returns how long this frame may stay, in ms */
  #draw(nowMs: number): number {
    const frame = this.#signal.read();
    this.#surface.draw(this.#picture, frame ?? idleFrame(nowMs), nowMs);
    this.#isEmpty = false;
    return frame === undefined ? IDLE_STAYS_MS : 0;
  }
}

const creators: Readonly<Record<VisualizerMode, () => Picture>> = {
  waveform: createWaveform,
  spectrum: createSpectrum,
  oscilloscope: createOscilloscope,
  levels: createLevels,
  circular: createCircular,
  bars3d: createBars3d,
  particles: createParticles,
  galaxy: createGalaxy,
};

function createPicture(mode: VisualizerMode): Picture {
  return creators[mode]();
}

const bands = new Float32Array(LEVEL_BANDS);
const samples = new Float32Array(LEVEL_SAMPLES);

/** Slow low waves that suggest 'ready' and can't be mistaken for music. */
function idleFrame(nowMs: number): SignalFrame {
  for (let band = 0; band < bands.length; band += 1) {
    const swell = Math.sin(band / 6 + nowMs / 1400) + Math.sin(band / 11 - nowMs / 2300);
    bands[band] = 0.035 + 0.02 * (swell + 2) * 0.5;
  }
  for (let at = 0; at < samples.length; at += 1) {
    const edge = Math.sin((Math.PI * at) / (samples.length - 1));
    samples[at] = 0.035 * edge * Math.sin(at / 10 + nowMs / 900);
  }
  return { bands, samples, rmsLeftDb: null, rmsRightDb: null, peakDb: null };
}
