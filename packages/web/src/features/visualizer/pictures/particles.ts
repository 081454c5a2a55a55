import type { Picture } from "../picture.ts";
import { energyOf, valueAt } from "../signal-frame.ts";
import { scatter } from "./scatter.ts";

const PARTICLES = 150;
const BATCHES = 5;

/** 150 lights that drift outwards, driven by the bass. Each is as bright as its part of the spectrum. */
export function createParticles(): Picture {
  const places = Array.from({ length: PARTICLES }, (_, at) => ({
    angle: scatter(at, 1) * 2 * Math.PI,
    out: scatter(at, 2),
    speed: 0.4 + 0.6 * scatter(at, 3),
    band: scatter(at, 4),
  }));
  return (pen, { bands }, { seconds }) => {
    const { context, width, height, ratio, colours } = pen;
    const drive = 0.03 + 0.5 * energyOf(bands, 0, 0.25) ** 2;
    for (const place of places) {
      place.out += drive * place.speed * seconds;
      place.angle += 0.08 * place.speed * seconds;
      if (place.out > 1) place.out -= 1;
    }
    context.clearRect(0, 0, width, height);
    for (let batch = 0; batch < BATCHES; batch += 1) {
      context.fillStyle = `color-mix(in oklch, ${colours.primary}, ${colours.secondary} ${(100 * batch) / (BATCHES - 1)}%)`;
      context.beginPath();
      for (const { angle, out, band } of places) {
        if (Math.min(BATCHES - 1, Math.floor(band * BATCHES)) !== batch) continue;
        const value = valueAt(bands, band);
        const radius = ratio * (0.8 + 1.2 * out + 7 * value * (0.3 + 0.7 * out));
        const x = width / 2 + Math.cos(angle) * out * width * 0.55;
        const y = height / 2 + Math.sin(angle) * out * height * 0.62;
        context.moveTo(x + radius, y);
        context.arc(x, y, radius, 0, 2 * Math.PI);
      }
      context.globalAlpha = 0.85;
      context.fill();
    }
    context.globalAlpha = 1;
  };
}
