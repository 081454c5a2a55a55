/** Slow low waves that say 'ready', and cannot be taken for music. */
export function fillIdleBars(heights: Float32Array, nowMs: number): void {
  for (let bar = 0; bar < heights.length; bar += 1) {
    const swell = Math.sin(bar / 9 + nowMs / 1400) + Math.sin(bar / 17 - nowMs / 2300);
    heights[bar] = 0.035 + 0.02 * (swell + 2) * 0.5;
  }
}
