import { energyOf, type Picture, valueAt } from "../picture.ts";

const PARTICLES = 150;
const PARTICLE_BATCHES = 5;

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
    for (let batch = 0; batch < PARTICLE_BATCHES; batch += 1) {
      context.fillStyle = `color-mix(in oklch, ${colours.primary}, ${colours.secondary} ${(100 * batch) / (PARTICLE_BATCHES - 1)}%)`;
      context.beginPath();
      for (const { angle, out, band } of places) {
        if (Math.min(PARTICLE_BATCHES - 1, Math.floor(band * PARTICLE_BATCHES)) !== batch) continue;
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

const STARS = 1400;
const ARMS = 3;
/** Stars of one brightness and colour are drawn together. */
const STAR_BATCHES = 8;
/** How flat the disc looks. */
const TILT = 0.46;

/** A rotating spiral of stars: the core shines with the bass, the rim with the highs. */
export function createGalaxy(): Picture {
  const stars = Array.from({ length: STARS }, (_, at) => {
    const out = scatter(at, 1) ** 0.75;
    const spread = (scatter(at, 2) - 0.5) * (0.7 + 0.7 * (1 - out));
    return {
      out,
      angle: ((at % ARMS) / ARMS) * 2 * Math.PI + out * 4.2 + spread,
      size: 0.6 + scatter(at, 3) ** 3,
      batch: Math.min(STAR_BATCHES - 1, Math.floor(out * STAR_BATCHES)),
    };
  });
  let turn = 0;
  return (pen, { bands }, { seconds }) => {
    const { context, width, height, ratio, colours } = pen;
    turn += (0.08 + 0.35 * energyOf(bands, 0, 0.2)) * seconds;
    const reach = Math.min(width * 0.48, height);
    context.clearRect(0, 0, width, height);
    for (let batch = 0; batch < STAR_BATCHES; batch += 1) {
      const along = batch / (STAR_BATCHES - 1);
      const value = valueAt(bands, along * 0.95);
      context.fillStyle = `color-mix(in oklch, ${colours.secondary}, ${colours.primary} ${100 * along}%)`;
      context.globalAlpha = Math.min(1, 0.28 + 0.9 * value);
      context.beginPath();
      for (const star of stars) {
        if (star.batch !== batch) continue;
        const size = ratio * star.size * (0.9 + 1.6 * value);
        // The core rotates faster than the rim.
        const angle = star.angle + turn * (1.5 - star.out);
        const radius = star.out * reach * (1 + 0.1 * value);
        const x = width / 2 + Math.cos(angle) * radius;
        const y = height / 2 + Math.sin(angle) * radius * TILT;
        context.rect(x, y, size, size);
      }
      context.fill();
    }
    context.globalAlpha = 1;
  };
}

/** Spreads values evenly from 0 to 1 without randomness: a different one for each index and property. */
function scatter(index: number, property: number): number {
  const value = Math.sin(index * 127.1 + property * 311.7) * 43_758.5453;
  return value - Math.floor(value);
}
