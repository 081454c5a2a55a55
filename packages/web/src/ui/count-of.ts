/** '1 track', '100,000 tracks'. @param noun one that takes an s */
export function countOf(count: number, noun: string): string {
  return `${count.toLocaleString("en-US")} ${noun}${count === 1 ? "" : "s"}`;
}
