import type {
  CurrentListener,
  ListenerPlaces,
  ListeningHistory,
} from "@neonrelay/contract/callers";
import { formatCount } from "../../ui/count-of.ts";
import { formatClock, formatHours, UNKNOWN } from "../../ui/format-time.ts";

const LONG_MS = 3_600_000;

const deviceNames: Readonly<Record<CurrentListener["device"], string>> = {
  phone: "Phone",
  tablet: "Tablet",
  computer: "Computer",
  tv: "TV",
  speaker: "Speaker",
  other: "Other",
};
const doorNames: Readonly<Record<CurrentListener["via"], string>> = {
  stream: "Stream port",
  web: "Web port",
  edge: "Edge",
};

let countryNames: Intl.DisplayNames | undefined;

/** 'Germany' of 'DE'; a code without a name stays one. */
export function countryName(code: string | null): string {
  if (code === null) return "Unknown";
  countryNames ??= new Intl.DisplayNames("en", { type: "region", fallback: "code" });
  return /^[A-Z]{2}$/.test(code) ? (countryNames.of(code) ?? code) : code;
}

export function deviceName(device: CurrentListener["device"]): string {
  return deviceNames[device];
}

/** Where a listener is connected: 'Stream port', or the edge. */
export function doorName({ via, edge }: Pick<CurrentListener, "via" | "edge">): string {
  return edge ?? doorNames[via];
}

/** A value of a table of places; `other` stands for those that have no row of their own. */
export function placeName(dimension: keyof ListenerPlaces, value: string | null): string {
  if (dimension === "edges" && value === null) return "The station itself";
  if (value === null) return "Unknown";
  switch (dimension) {
    case "countries":
      return value === "other" ? "Others" : countryName(value);
    case "devices":
      return nameIn(deviceNames, value);
    case "via":
      return nameIn(doorNames, value);
    case "players":
    case "mounts":
    case "edges":
      return value === "other" ? "Others" : value;
    default:
      return dimension satisfies never;
  }
}

function nameIn(names: Readonly<Record<string, string>>, value: string): string {
  return names[value] ?? value;
}

/** '1,234.5'. */
export function decimalWords(value: number): string {
  const tenths = Math.round(value * 10);
  return `${formatCount(Math.floor(tenths / 10))}.${tenths % 10}`;
}

/** Listening time in hours: '4.2 h', '1,234 h'. */
export function hoursWords(seconds: number): string {
  const hours = seconds / 3600;
  return `${hours < 10 ? decimalWords(hours) : formatCount(Math.round(hours))} h`;
}

/** '12.5 %'; an em dash of nothing. */
export function shareWords(part: number, whole: number): string {
  return whole === 0 ? UNKNOWN : `${decimalWords((part / whole) * 100)} %`;
}

/** Of one session: '4:05', '2h 5m'. */
export function lengthWords(seconds: number): string {
  return seconds * 1000 < LONG_MS ? formatClock(seconds * 1000) : formatHours(seconds * 1000);
}

type Figures = ListeningHistory["total"];

/** The figures of a period as its cards show them. An average over sessions has none without sessions. */
export function figureWords(figures: Figures) {
  const { averageListeners, peakListeners, seconds, sessions, uniques } = figures;
  return {
    peak: peakListeners === null ? UNKNOWN : formatCount(peakListeners),
    average: decimalWords(averageListeners),
    hours: hoursWords(seconds),
    sessions: formatCount(sessions),
    uniques: uniques === null ? UNKNOWN : uniquesWords(uniques),
    length: sessions === 0 ? UNKNOWN : lengthWords(seconds / sessions),
  };
}

/** '7.5, highest 9'; a day's own number is both. */
function uniquesWords({ average, highest }: NonNullable<Figures["uniques"]>): string {
  return average === highest
    ? formatCount(highest)
    : `${decimalWords(average)}, highest ${formatCount(highest)}`;
}

/** 'Mon, 1 Mar 2027', with the time '18:00' if asked for, in a time zone. */
export function momentWords(
  at: string,
  { timeZone, hasTime }: { readonly timeZone: string; readonly hasTime: boolean },
): string {
  return new Intl.DateTimeFormat("en-GB", {
    timeZone,
    weekday: "short",
    day: "numeric",
    month: "short",
    ...(hasTime ? { hour: "2-digit", minute: "2-digit" } : { year: "numeric" }),
  }).format(new Date(at));
}

/** '1 Mar 2027' of a day of the calendar. */
export function dayWords(day: string): string {
  return new Intl.DateTimeFormat("en-GB", { timeZone: "UTC", dateStyle: "medium" }).format(
    new Date(day),
  );
}

/** What a step is called: 'Mon 1 Mar, 18:00', 'Mon, 1 Mar 2027', 'Week of 1 Mar 2027', 'March 2027'. */
export function stepWords(
  { from, date }: Pick<ListeningHistory["steps"][number], "from" | "date">,
  { step, timeZone }: Pick<ListeningHistory, "step" | "timeZone">,
): string {
  switch (step) {
    case "hour":
      return momentWords(from, { timeZone, hasTime: true });
    case "day":
      return momentWords(from, { timeZone, hasTime: false });
    case "week":
      return `Week of ${dayWords(date)}`;
    case "month":
      return new Intl.DateTimeFormat("en-GB", {
        timeZone: "UTC",
        month: "long",
        year: "numeric",
      }).format(new Date(date));
    default:
      return step satisfies never;
  }
}
