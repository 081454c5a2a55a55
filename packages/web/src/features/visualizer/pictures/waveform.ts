import { barColours, type Pen, type Picture } from "../picture.ts";

const BARS = 100;
/** Share of its height that a bar keeps over a tenth of a second. */
const KEPT = 0.25;

/** 100 bars around the centre line: the amplitude of each hundredth of the samples. */
export function createWaveform(): Picture {
  const heights = new Float32Array(BARS);
  let coloured: { readonly pen: Pen; readonly colours: readonly string[] } | undefined;
  return (pen, { samples }, { seconds }) => {
    const fall = KEPT ** (seconds * 10);
    for (let bar = 0; bar < BARS; bar += 1) {
      const swing = swingOf(samples, bar);
      heights[bar] = Math.max(swing, (heights[bar] ?? 0) * fall);
    }
    const { context, width, height } = pen;
    const pitch = width / BARS;
    const barWidth = Math.max(1, pitch * 0.58);
    const middle = Math.round(height / 2);
    context.clearRect(0, 0, width, height);
    if (coloured?.pen !== pen)
      coloured = { pen, colours: barColours(pen, { along: "width", count: BARS }) };
    const { colours } = coloured;
    const round = barWidth / 2;
    heights.forEach((swing, bar) => {
      const tall = Math.max(pen.ratio, swing * (middle - 2 * pen.ratio));
      const x = bar * pitch + (pitch - barWidth) / 2;
      const end = Math.max(0, Math.round(tall - round));
      const curve = Math.min(round, tall);
      context.fillStyle = colours[bar] ?? pen.colours.primary;
      context.fillRect(x, middle - end, barWidth, 2 * end);
      // A path as tall as the bar costs more than a rectangle, so only the rounded ends are paths.
      context.beginPath();
      context.roundRect(x, middle - end - curve, barWidth, curve, [curve, curve, 0, 0]);
      context.roundRect(x, middle + end, barWidth, curve, [0, 0, curve, curve]);
      context.fill();
    });
  };
}

/** We hear loudness on a logarithmic scale: the root lifts quiet sound without hiding loud sound. */
function swingOf(samples: Float32Array, bar: number): number {
  const first = Math.floor((bar * samples.length) / BARS);
  const last = Math.max(first + 1, Math.floor(((bar + 1) * samples.length) / BARS));
  let peak = 0;
  for (let at = first; at < last; at += 1) peak = Math.max(peak, Math.abs(samples[at] ?? 0));
  return Math.min(1, Math.sqrt(peak));
}
