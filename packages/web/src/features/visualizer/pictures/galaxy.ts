import type { Picture } from "../picture.ts";
import { energyOf, valueAt } from "../signal-frame.ts";
import { scatter } from "./scatter.ts";

const STARS = 1400;
const ARMS = 3;
/** Stars of one brightness and colour are drawn together. */
const BATCHES = 8;
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
      batch: Math.min(BATCHES - 1, Math.floor(out * BATCHES)),
    };
  });
  let turn = 0;
  return (pen, { bands }, { seconds }) => {
    const { context, width, height, ratio, colours } = pen;
    turn += (0.08 + 0.35 * energyOf(bands, 0, 0.2)) * seconds;
    const reach = Math.min(width * 0.48, height);
    context.clearRect(0, 0, width, height);
    for (let batch = 0; batch < BATCHES; batch += 1) {
      const along = batch / (BATCHES - 1);
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
