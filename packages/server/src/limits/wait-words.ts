/** 'in 40 seconds', 'in 5 minutes', 'in 3 hours 20 minutes', 'in 2 days 4 hours'; rounded up. */
export function waitOf(waitMs: number): string {
  const seconds = Math.max(Math.ceil(waitMs / 1000), 1);
  if (seconds < 60) return `in ${plural(seconds, "second")}`;
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 60) return `in ${plural(minutes, "minute")}`;
  if (minutes < 24 * 60)
    return `in ${pair([Math.floor(minutes / 60), "hour"], [minutes % 60, "minute"])}`;
  const hours = Math.ceil(minutes / 60);
  return `in ${pair([Math.floor(hours / 24), "day"], [hours % 24, "hour"])}`;
}

function pair(large: readonly [number, string], small: readonly [number, string]): string {
  return small[0] === 0 ? plural(...large) : `${plural(...large)} ${plural(...small)}`;
}

export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
