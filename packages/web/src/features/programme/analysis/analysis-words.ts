import type { NeverPlayed } from "@neonrelay/contract/callers";

/** 'Mon, 1 Mar, 18:04' in the station's time zone. */
export function momentWords(at: string, timeZone: string): string {
  return new Intl.DateTimeFormat("en-GB", {
    timeZone,
    weekday: "short",
    day: "numeric",
    month: "short",
    hour: "2-digit",
    minute: "2-digit",
  }).format(new Date(at));
}

/** '48 min', '3 h 05 min', '6 days'. */
export function lengthWords(minutes: number): string {
  if (minutes < 60) return `${Math.floor(minutes)} min`;
  const hours = Math.floor(minutes / 60);
  if (hours >= 48) return `${Math.floor(hours / 24)} days`;
  return `${hours} h ${String(Math.floor(minutes % 60)).padStart(2, "0")} min`;
}

/** How long a playlist takes to play each of its tracks once. */
export function turnoverWords(hours: number | null): string {
  if (hours === null) return "Never";
  if (hours < 1) return "Under 1 h";
  return hours < 48 ? `${Math.round(hours)} h` : `${Math.round(hours / 24)} days`;
}

/** Why a track did not play. */
export function neverWords({ reason, playlists }: NeverPlayed): string {
  switch (reason) {
    case "not-in-rotation":
      return "It is marked 'never in rotation'.";
    case "no-playlist":
      return "No playlist has it.";
    case "no-turn":
      return "Its playlists have no turn, and no show or clock uses them.";
    case "waits":
      return playlists.length === 0
        ? "A slot takes any track of its kind, and its turn comes later."
        : "Its turn comes later.";
    default:
      return reason satisfies never;
  }
}
