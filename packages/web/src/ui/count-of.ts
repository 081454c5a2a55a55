/** '100,000'; for whole numbers from 0. By hand, since the first number Intl writes takes a slow phone 60 ms. */
export function formatCount(count: number): string {
  return String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, ",");
}

/** '1 track', '100,000 tracks'. @param noun one that takes an s */
export function countOf(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? "" : "s"}`;
}
