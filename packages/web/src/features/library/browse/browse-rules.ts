import type { LibraryGroup } from "@neonrelay/contract/callers";
import { kindChoices } from "../track-programme/track-programme-rules.ts";

/** Ways to browse the library, by their part of the address. */
export const browseWays = [
  { path: "artists", title: "Artists", noun: "artist", filter: "artist", letters: "artist" },
  { path: "albums", title: "Albums", noun: "album", filter: "album", letters: "album" },
  { path: "genres", title: "Genres", noun: "genre", filter: "genre", letters: "genre" },
  { path: "years", title: "Years", noun: "year", filter: "year", letters: undefined },
  { path: "kinds", title: "Kinds", noun: "kind", filter: "kind", letters: undefined },
  { path: "added", title: "Added", noun: "month", filter: "added", letters: undefined },
  { path: "tags", title: "Tags", noun: "tag", filter: "tag", letters: undefined },
] as const;
export type BrowseWay = (typeof browseWays)[number];
type FilterName = BrowseWay["filter"];

const monthNames =
  "January,February,March,April,May,June,July,August,September,October,November,December".split(
    ",",
  );

/** A group's name in words. */
export function nameOf(filter: FilterName, name: string): string {
  if (filter === "kind") return kindChoices.find(({ value }) => value === name)?.name ?? name;
  if (filter !== "added") return name;
  const [year = "", month = ""] = name.split("-");
  return `${monthNames[Number(month) - 1] ?? month} ${year}`;
}

/** The address of the tracks of a group. */
export function addressOf(
  { filter }: Pick<BrowseWay, "filter">,
  { name, artist }: Pick<LibraryGroup, "name" | "artist">,
): string {
  const search = new URLSearchParams({ [filter]: name });
  if (artist !== null) search.set("albumArtist", artist);
  // An album's tracks in album order.
  if (filter === "album") search.set("sort", "album");
  return `/library?${search}`;
}
