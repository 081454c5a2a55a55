import type { DemoSong, DrumLayer, MixSettings, PitchedLayer } from "./demo-song.ts";
import { SAMPLE_RATE_HZ, STEPS_PER_BAR, TAIL_SECONDS } from "./song-timing.ts";
import { renderDrum } from "./drum-sounds.ts";
import { addEcho, addReverb, chorus } from "./effects.ts";
import { master } from "./mastering.ts";
import { barsOf, notesOf, type Bar } from "./song-notes.ts";
import type { StereoBuffer } from "./oscillators.ts";
import { addNote } from "./synth-voice.ts";

/** The whole track's buses; each is as long as the track. */
interface Mixer {
  readonly mix: StereoBuffer;
  readonly reverbSend: Float32Array;
  readonly echoSend: Float32Array;
  /** 1 where no kick is near, falling towards 0 under one. */
  readonly pump: Float32Array;
}

const PUMP_SECONDS = 0.32;
const hitVelocities: Readonly<Record<string, number>> = { X: 1, x: 0.8, o: 0.45 };

/** Plays a song. @returns interleaved stereo at `SAMPLE_RATE_HZ`, peaks below -3 dBFS; the same every time */
export function renderSong(song: DemoSong): Float32Array {
  const samplesPerStep = Math.round((SAMPLE_RATE_HZ * 60) / song.beatsPerMinute / 4);
  const bars = barsOf(song);
  const length =
    bars.length * STEPS_PER_BAR * samplesPerStep + Math.round(TAIL_SECONDS * SAMPLE_RATE_HZ);
  const mixer = {
    mix: stereo(length),
    reverbSend: new Float32Array(length),
    echoSend: new Float32Array(length),
    pump: pumpCurve({ song, bars, samplesPerStep, length }),
  };
  const layerBuffer = stereo(length);
  for (const [name, layer] of Object.entries(song.pitched)) {
    clear(layerBuffer);
    playPitched({ layerBuffer, layer, notes: notesOf({ bars, name, layer }), samplesPerStep });
    if (layer.mix.chorusMs > 0) chorus(layerBuffer, layer.mix.chorusMs);
    mixLayer(mixer, layerBuffer, layer.mix);
  }
  for (const [name, layer] of Object.entries(song.drums)) {
    clear(layerBuffer);
    playDrum({ layerBuffer, layer, bars, name, samplesPerStep, seed: song.seed });
    mixLayer(mixer, layerBuffer, layer.mix);
  }
  const delaySamples = song.echoSteps * samplesPerStep;
  addEcho({ output: mixer.mix, send: mixer.echoSend, delaySamples });
  addReverb({ output: mixer.mix, send: mixer.reverbSend, size: song.reverbSize });
  return master(mixer.mix);
}

function stereo(length: number): StereoBuffer {
  return { left: new Float32Array(length), right: new Float32Array(length) };
}

function clear(buffer: StereoBuffer): void {
  buffer.left.fill(0);
  buffer.right.fill(0);
}

function playPitched({
  layerBuffer,
  layer,
  notes,
  samplesPerStep,
}: {
  readonly layerBuffer: StereoBuffer;
  readonly layer: PitchedLayer;
  readonly notes: ReturnType<typeof notesOf>;
  readonly samplesPerStep: number;
}): void {
  for (const { step, lengthSteps, midiNote, velocity, brightness } of notes)
    addNote({
      output: layerBuffer,
      patch: layer.patch,
      note: {
        startSample: step * samplesPerStep,
        // A little short of the step, so that repeated notes are heard apart.
        lengthSamples: Math.round(lengthSteps * samplesPerStep * 0.94),
        midiNote,
        velocity,
        brightness,
      },
    });
}

function playDrum({
  layerBuffer,
  layer,
  bars,
  name,
  samplesPerStep,
  seed,
}: {
  readonly layerBuffer: StereoBuffer;
  readonly layer: DrumLayer;
  readonly bars: readonly Bar[];
  readonly name: string;
  readonly samplesPerStep: number;
  readonly seed: number;
}): void {
  const hit = renderDrum(layer.drum, seed);
  for (const { step, velocity } of hitsOf({ bars, name, pattern: layer.pattern })) {
    const start = step * samplesPerStep;
    const length = Math.min(hit.left.length, layerBuffer.left.length - start);
    for (let index = 0; index < length; index += 1) {
      const at = start + index;
      layerBuffer.left[at] = (layerBuffer.left[at] ?? 0) + (hit.left[index] ?? 0) * velocity;
      layerBuffer.right[at] = (layerBuffer.right[at] ?? 0) + (hit.right[index] ?? 0) * velocity;
    }
  }
}

function hitsOf({
  bars,
  name,
  pattern,
}: {
  readonly bars: readonly Bar[];
  readonly name: string;
  readonly pattern: string;
}): readonly { readonly step: number; readonly velocity: number }[] {
  return bars.flatMap((bar) => {
    if (!bar.section.layers.includes(name)) return [];
    return Array.from({ length: STEPS_PER_BAR }, (_, step) => {
      const symbol = pattern[(bar.barInSection * STEPS_PER_BAR + step) % pattern.length] ?? ".";
      return { step: bar.index * STEPS_PER_BAR + step, velocity: hitVelocities[symbol] ?? 0 };
    }).filter(({ velocity }) => velocity > 0);
  });
}

function pumpCurve({
  song,
  bars,
  samplesPerStep,
  length,
}: {
  readonly song: DemoSong;
  readonly bars: readonly Bar[];
  readonly samplesPerStep: number;
  readonly length: number;
}): Float32Array {
  const curve = new Float32Array(length).fill(1);
  const pumpSamples = Math.round(PUMP_SECONDS * SAMPLE_RATE_HZ);
  for (const [name, layer] of Object.entries(song.drums)) {
    if (!layer.drum.endsWith("kick")) continue;
    for (const { step } of hitsOf({ bars, name, pattern: layer.pattern })) {
      const start = step * samplesPerStep;
      for (let index = 0; index < pumpSamples && start + index < length; index += 1) {
        const progress = index / pumpSamples;
        // 4 ms down, then the slow way back that makes the pad breathe.
        const dip = Math.min(1, index / 180) * (1 - progress) ** 1.6;
        curve[start + index] = Math.min(curve[start + index] ?? 1, 1 - dip);
      }
    }
  }
  return curve;
}

function mixLayer(mixer: Mixer, layer: StereoBuffer, settings: MixSettings): void {
  const { gain, pumping, reverbSend, delaySend } = settings;
  for (let index = 0; index < layer.left.length; index += 1) {
    const level = gain * (1 - pumping + pumping * (mixer.pump[index] ?? 1));
    const left = (layer.left[index] ?? 0) * level;
    const right = (layer.right[index] ?? 0) * level;
    mixer.mix.left[index] = (mixer.mix.left[index] ?? 0) + left;
    mixer.mix.right[index] = (mixer.mix.right[index] ?? 0) + right;
    const both = left + right;
    mixer.reverbSend[index] = (mixer.reverbSend[index] ?? 0) + both * reverbSend;
    mixer.echoSend[index] = (mixer.echoSend[index] ?? 0) + both * 0.5 * delaySend;
  }
}
