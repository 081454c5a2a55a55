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
