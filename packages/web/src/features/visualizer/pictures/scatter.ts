/** Spreads values evenly from 0 to 1 without randomness: a different one for each index and property. */
export function scatter(index: number, property: number): number {
  const value = Math.sin(index * 127.1 + property * 311.7) * 43_758.5453;
  return value - Math.floor(value);
}
