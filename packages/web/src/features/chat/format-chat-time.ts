import { formatTimeOfDay } from "../../ui/format-time.ts";

/** '21:04'; '--:--' for an invalid time. */
export function formatChatTime(timestamp: string): string {
  const atMs = Date.parse(timestamp);
  return Number.isNaN(atMs) ? "--:--" : formatTimeOfDay(atMs);
}

/** '99+' above 99. */
export function formatUnread(count: number): string {
  return count > 99 ? "99+" : String(count);
}
