import type { Occurrence, OnNow } from "@neonrelay/contract";
import { cleanText, cutName } from "./line-rules.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
/** From a week on, a weekday would be ambiguous. */
const MAX_WEEKDAY_DAYS = 6;
const MAX_TEXT = 160;

/** How times are written in the channel: in this time zone, as of this moment. */
interface SaidAt {
  readonly timeZone: string;
  readonly nowMs: number;
}

type NamedShow = Pick<NonNullable<Occurrence["show"]>, "name" | "hosts">;
/** An occurrence of a show; clocks are internal to the station. */
export type ShowDate = Occurrence & { readonly show: NonNullable<Occurrence["show"]> };

export function asShow(occurrence: Occurrence | null): ShowDate | null {
  const show = occurrence?.show ?? null;
  return occurrence === null || show === null ? null : { ...occurrence, show };
}

/** “Night Flight” with Vega and Ada */
export function nameShow({ name, hosts }: NamedShow): string {
  const named = `“${cutName(name)}”`;
  if (hosts.length === 0) return named;
  const words = new Intl.ListFormat("en", { type: "conjunction" }).format(hosts.map(cutName));
  return `${named} with ${words}`;
}

/** '22:00 UTC+1', with the offset in force at that time. */
export function wordTime(at: string, timeZone: string): string {
  return `${clockTime(at, timeZone)} ${wordOffset(at, timeZone)}`;
}

/** '22:00' today, 'Mon 22:00' within a week, 'Mar 1 22:00' later. */
export function wordDay(at: string, { timeZone, nowMs }: SaidAt): string {
  const days = (Date.parse(dayOf(at, timeZone)) - Date.parse(dayOf(nowMs, timeZone))) / DAY_MS;
  const time = clockTime(at, timeZone);
  if (days === 0) return time;
  const shown: Intl.DateTimeFormatOptions =
    days > 0 && days <= MAX_WEEKDAY_DAYS
      ? { weekday: "short" }
      : { month: "short", day: "numeric" };
  return `${new Intl.DateTimeFormat("en-US", { timeZone, ...shown }).format(new Date(at))} ${time}`;
}

/** The show that is on and when it ends: '“Night Flight” with Vega until 22:00 UTC+1' */
export function wordNow(now: ShowDate, { timeZone }: Pick<SaidAt, "timeZone">): string {
  return `${nameShow(now.show)} until ${wordTime(now.endsAt, timeZone)}`;
}

/** 'next: “Dawn” Tue 06:00 UTC+1'; '' if there is none. */
export function wordNext({ next }: Pick<OnNow, "next">, said: SaidAt): string {
  const coming = asShow(next);
  if (coming === null) return "";
  const { startsAt, show } = coming;
  return `next: ${nameShow(show)} ${wordDay(startsAt, said)} ${wordOffset(startsAt, said.timeZone)}`;
}

/** A show's description, as part of a line. */
export function wordText(text: string): string {
  const characters = Array.from(cleanText(text));
  if (characters.length <= MAX_TEXT) return characters.join("");
  return `${characters
    .slice(0, MAX_TEXT - 1)
    .join("")
    .trimEnd()}…`;
}

/** 'UTC+1' */
export function wordOffset(at: string, timeZone: string): string {
  const parts = new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "shortOffset" });
  const offset = parts.formatToParts(new Date(at)).find(({ type }) => type === "timeZoneName");
  return (offset?.value ?? "UTC").replace(/^GMT(?:[+-]0)?$/, "UTC").replace("GMT", "UTC");
}

function clockTime(at: string, timeZone: string): string {
  const shown = { timeZone, hour: "2-digit", minute: "2-digit" } as const;
  return new Intl.DateTimeFormat("en-GB", shown).format(new Date(at));
}

/** '2027-03-01' */
function dayOf(at: string | number, timeZone: string): string {
  const shown = { timeZone, year: "numeric", month: "2-digit", day: "2-digit" } as const;
  return new Intl.DateTimeFormat("en-CA", shown).format(new Date(at));
}
