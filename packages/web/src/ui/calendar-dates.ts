/** Days of the calendar as 'YYYY-MM-DD', without a time zone. */
const DAY_MS = 86_400_000;

export const weekdays = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"] as const;
export type Weekday = (typeof weekdays)[number];

const weekdayNames: Readonly<Record<Weekday, string>> = {
  MO: "Monday",
  TU: "Tuesday",
  WE: "Wednesday",
  TH: "Thursday",
  FR: "Friday",
  SA: "Saturday",
  SU: "Sunday",
};

const monthNames = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
] as const;

export function daysLater(date: string, days: number): string {
  return new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Days from `from` to `to`; negative if `to` is earlier. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);
}

export function weekdayOf(date: string): Weekday {
  return weekdays[(new Date(date).getUTCDay() + 6) % 7] ?? "MO";
}

/** The Monday of its week. */
export function mondayOf(date: string): string {
  return daysLater(date, -weekdays.indexOf(weekdayOf(date)));
}

/** The seven days from that Monday. */
export function weekFrom(monday: string): readonly string[] {
  return weekdays.map((_, day) => daysLater(monday, day));
}

export function weekdayName(day: Weekday): string {
  return weekdayNames[day];
}

/** '23 November'. */
export function dayAndMonth(date: string): string {
  const at = new Date(date);
  return `${at.getUTCDate()} ${monthNames[at.getUTCMonth()] ?? ""}`;
}

/** 'Monday, 23 November'. */
export function dayWords(date: string): string {
  return `${weekdayNames[weekdayOf(date)]}, ${dayAndMonth(date)}`;
}

/** '23 November – 29 November 2026'. */
export function weekWords(monday: string): string {
  const sunday = daysLater(monday, 6);
  return `${dayAndMonth(monday)} – ${dayAndMonth(sunday)} ${sunday.slice(0, 4)}`;
}

/** The position of a day among the same weekdays of its month, from 1; -1: the last one when it is the fifth. */
export function placeInMonth(date: string): number {
  const place = Math.ceil(new Date(date).getUTCDate() / 7);
  return place === 5 ? -1 : place;
}

/** '20:15' of minutes since midnight; 1440 is '24:00'. */
export function timeWords(minute: number): string {
  return [Math.floor(minute / 60), minute % 60]
    .map((part) => String(part).padStart(2, "0"))
    .join(":");
}

/** '20:15' as minutes since midnight; undefined when invalid. */
export function minuteOf(time: string): number | undefined {
  const found = /^(?<hours>\d{2}):(?<minutes>\d{2})/.exec(time)?.groups;
  if (found === undefined) return undefined;
  return Number(found["hours"]) * 60 + Number(found["minutes"]);
}
