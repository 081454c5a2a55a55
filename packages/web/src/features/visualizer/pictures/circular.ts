import { energyOf, type Picture, valueAt } from "../picture.ts";

const RAYS = 60;
/** Rays of one colour are drawn together. */
const BATCHES = 6;
const TURN_PER_SECOND = 0.06;

/**
 * 60 rays around a circle that pulses with the bass; low tones at the top and high ones at the bottom of both halves.
 */
export function createCircular(): Picture {
  let turn = 0;
  let breath = 0;
  return (pen, { bands }, { seconds }) => {
    const { context, width, height, ratio, colours } = pen;
    turn += TURN_PER_SECOND * seconds;
    breath += (energyOf(bands, 0, 0.15) - breath) * Math.min(1, seconds * 10);
    const size = Math.min(width, height) / 2;
    const inner = size * (0.4 + 0.08 * breath);
    const longest = size * 0.98 - inner;
    context.clearRect(0, 0, width, height);
    context.save();
    context.translate(width / 2, height / 2);
    context.lineCap = "round";
    context.lineWidth = Math.max(2 * ratio, (Math.PI * inner * 1.1) / RAYS);
    for (let batch = 0; batch < BATCHES; batch += 1) {
      context.beginPath();
      for (let ray = 0; ray < RAYS; ray += 1) {
        const along = 1 - Math.abs((2 * ray) / RAYS - 1);
        if (Math.min(BATCHES - 1, Math.floor(along * BATCHES)) !== batch) continue;
        const value = valueAt(bands, along * 0.92);
        const angle = turn + (ray / RAYS) * 2 * Math.PI - Math.PI / 2;
        const outer = inner + Math.max(2 * ratio, value * longest);
        context.moveTo(Math.cos(angle) * inner, Math.sin(angle) * inner);
        context.lineTo(Math.cos(angle) * outer, Math.sin(angle) * outer);
      }
      context.strokeStyle = `color-mix(in oklch, ${colours.primary}, ${colours.secondary} ${(100 * batch) / (BATCHES - 1)}%)`;
      context.stroke();
    }
    context.beginPath();
    context.arc(0, 0, inner * 0.86, 0, 2 * Math.PI);
    context.globalAlpha = 0.25 + 0.5 * breath;
    context.strokeStyle = colours.primary;
    context.lineWidth = 2 * ratio;
    context.stroke();
    context.restore();
  };
}
