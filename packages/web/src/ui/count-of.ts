/** '100,000'; for whole numbers from 0. Avoids Intl: its first number takes 60 ms on a slow phone. */
export function formatCount(count: number): string {
  return String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, ",");
}

/**
 * '1 track', '100,000 tracks'.
 * @param noun one whose plural ends in s
 */
export function countOf(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? "" : "s"}`;
}
