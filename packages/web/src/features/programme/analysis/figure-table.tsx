import type { NeverPlayed } from "@neonrelay/contract/callers";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { formatCount } from "../../../ui/count-of.ts";

/** A table of the analysis with its name, its explanation, and a sentence if it has no rows. */
export function FigureTable({
  title,
  text,
  columns,
  shownCount,
  count,
  nothing,
  children,
}: {
  readonly title: string;
  readonly text: ReactNode;
  /** The first column names the row; the others are figures. */
  readonly columns: readonly string[];
  readonly shownCount: number;
  /** Including rows that are not shown. */
  readonly count: number;
  readonly nothing: string;
  readonly children: ReactNode;
}) {
  return (
    <section aria-label={title} className="panel min-w-0 px-4 py-3">
      <h2 className="text-[15px] font-semibold">{title}</h2>
      <p className="pb-2 text-[13px] text-muted">{text}</p>
      {shownCount === 0 ? (
        <p className="py-2 text-[15px]">{nothing}</p>
      ) : (
        <table aria-label={title} className="w-full table-fixed border-collapse text-left">
          <thead>
            <tr className="border-b border-line text-[12px] text-muted">
              {columns.map((column, index) => (
                <th
                  key={column}
                  scope="col"
                  className={
                    index === 0
                      ? "py-1 font-normal"
                      : "w-20 py-1 pl-2 text-right font-normal sm:w-24"
                  }
                >
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>{children}</tbody>
        </table>
      )}
      {count > shownCount && (
        <p className="pt-2 text-[13px] text-muted">
          {formatCount(count - shownCount)} more are not shown.
        </p>
      )}
    </section>
  );
}

/** @param figures one per column after the first */
export function FigureRow({
  name,
  figures,
}: {
  readonly name: ReactNode;
  readonly figures: readonly string[];
}) {
  return (
    <tr className="border-b border-line align-top last:border-b-0">
      <th scope="row" className="min-w-0 py-2 leading-5 font-normal break-words">
        {name}
      </th>
      {figures.map((figure, index) => (
        <td key={index} className="py-2 pl-2 text-right leading-5 tabular-nums">
          {figure}
        </td>
      ))}
    </tr>
  );
}

const tabs = { playlist: "playlists", clock: "clocks", show: "shows" } as const;

/** Links to the editor of a playlist, a clock or a show. */
export function ChangeLink({
  of,
  id,
  name,
}: {
  readonly of: keyof typeof tabs;
  readonly id: string;
  readonly name: string;
}) {
  return (
    <Link
      href={`/programme?tab=${tabs[of]}&${of}=${encodeURIComponent(id)}`}
      className="underline underline-offset-4 hover:text-primary-text"
    >
      {name}
    </Link>
  );
}

/** Links to a track, or to an artist's tracks, in the library. */
export function LibraryLink({ words, name }: { readonly words: string; readonly name: string }) {
  return (
    <Link
      href={`/library?q=${encodeURIComponent(words)}`}
      className="underline underline-offset-4 hover:text-primary-text"
    >
      {name}
    </Link>
  );
}

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
