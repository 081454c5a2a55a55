export const UNKNOWN = "—";

/** '3:07', '1:02:09'; an em dash for null. Fractions of a second are truncated. */
export function formatClock(durationMs: number | null): string {
  if (durationMs === null) return UNKNOWN;
  const total = Math.floor(durationMs / 1000);
  const hours = Math.floor(total / 3600);
  const minutes = Math.floor((total % 3600) / 60);
  const seconds = String(total % 60).padStart(2, "0");
  if (hours === 0) return `${minutes}:${seconds}`;
  return `${hours}:${String(minutes).padStart(2, "0")}:${seconds}`;
}

/** '2h 5m' or '5m'. */
export function formatHours(durationMs: number): string {
  const minutes = Math.floor(durationMs / 60_000);
  return minutes < 60 ? `${minutes}m` : `${Math.floor(minutes / 60)}h ${minutes % 60}m`;
}

/** '21:04' in the visitor's time zone. Avoids Intl, as counts do. */
export function formatTimeOfDay(atMs: number): string {
  const at = new Date(atMs);
  return [at.getHours(), at.getMinutes()].map((part) => String(part).padStart(2, "0")).join(":");
}

const MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

/** 'Jan 31' in the visitor's time zone. Avoids Intl, whose first use costs a phone tens of milliseconds. */
export function formatDay(atMs: number): string {
  const at = new Date(atMs);
  return `${MONTHS[at.getMonth()]} ${at.getDate()}`;
}

/** 'Jan 31, 21:04' in the visitor's time zone. */
export function formatDayAndTime(atMs: number): string {
  return `${formatDay(atMs)}, ${formatTimeOfDay(atMs)}`;
}

/** 'Jan 31, 2030, 21:04' in the visitor's time zone, for dates that may be years ago. */
export function formatDateAndTime(atMs: number): string {
  return `${formatDay(atMs)}, ${new Date(atMs).getFullYear()}, ${formatTimeOfDay(atMs)}`;
}

/** '-6.2 dB'; an em dash without a signal. */
export function formatDecibels(peakDb: number | null): string {
  return peakDb === null ? `${UNKNOWN} dB` : `${peakDb.toFixed(1)} dB`;
}

/** The visitor's time zone. */
export function ownTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** 'Europe/Berlin' for people. */
export function zoneName(timeZone: string): string {
  return timeZone.replaceAll("_", " ");
}
