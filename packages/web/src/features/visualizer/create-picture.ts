import type { Picture } from "./picture.ts";
import { createBars3d } from "./pictures/bars3d.ts";
import { createCircular } from "./pictures/circular.ts";
import { createGalaxy } from "./pictures/galaxy.ts";
import { createLevels } from "./pictures/levels.ts";
import { createOscilloscope } from "./pictures/oscilloscope.ts";
import { createParticles } from "./pictures/particles.ts";
import { createSpectrum } from "./pictures/spectrum.ts";
import { createWaveform } from "./pictures/waveform.ts";
import type { VisualizerMode } from "./visualizer-mode.ts";

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

export function createPicture(mode: VisualizerMode): Picture {
  return creators[mode]();
}
