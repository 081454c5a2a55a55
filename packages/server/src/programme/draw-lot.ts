/** A pseudo-random number from 0 to 2³² - 1, always the same for the same input (FNV-1a, mixed). */
export function drawLot(seed: number, text: string, round: number): number {
  let hash = (0x811c9dc5 ^ seed ^ Math.imul(round, 0x9e3779b1)) >>> 0;
  for (let index = 0; index < text.length; index += 1)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b) >>> 0;
  return (hash ^ (hash >>> 13)) >>> 0;
}
