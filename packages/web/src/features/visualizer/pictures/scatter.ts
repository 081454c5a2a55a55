/** An even spread without chance: 0 to 1, another for each index and each of a thing's properties. */
export function scatter(index: number, property: number): number {
  const value = Math.sin(index * 127.1 + property * 311.7) * 43_758.5453;
  return value - Math.floor(value);
}
