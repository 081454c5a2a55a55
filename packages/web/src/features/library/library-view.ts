import { contentKinds, trackSorts } from "@neonrelay/contract/callers";
import type { TrackSort } from "@neonrelay/contract/callers";
import { useEffect, useRef, useState } from "react";
import { useSearchParams } from "wouter";
import type { TrackFilters, TrackListing } from "./library-data.ts";

const SEARCH_AFTER_MS = 200;

/** The library's filters and order, kept in the address so that a link shows others the same list. */
export interface LibraryView {
  readonly listing: TrackListing;
  /** Text of the search field; the list follows when typing pauses. */
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly wantsFavourites: boolean;
  /** Changes parts of the address; undefined removes one. */
  readonly change: (parts: Readonly<Record<string, string | undefined>>) => void;
}

export function useLibraryView(): LibraryView {
  const [search, setSearch] = useSearchParams();
  const [typed, setTyped] = useState<string | undefined>(undefined);
  const pause = useRef<number>(undefined);
  useEffect(() => () => clearTimeout(pause.current), []);
  const change: LibraryView["change"] = (parts) =>
    setSearch((before) => withParts(before, parts), { replace: true });
  const words = search.get("q") ?? "";
  return {
    listing: listingOf(search),
    text: typed ?? words,
    onText: (text) => {
      setTyped(text);
      clearTimeout(pause.current);
      pause.current = window.setTimeout(() => {
        setTyped(undefined);
        change({ q: text, favourites: undefined });
      }, SEARCH_AFTER_MS);
    },
    wantsFavourites: search.has("favourites"),
    change,
  };
}

/** The address with some parts changed; undefined or '' removes one. */
export function withParts(
  search: URLSearchParams,
  parts: Readonly<Record<string, string | undefined>>,
): URLSearchParams {
  const next = new URLSearchParams(search);
  for (const [name, value = ""] of Object.entries(parts))
    if (value === "") next.delete(name);
    else next.set(name, value);
  return next;
}

/** The listing that an address describes. */
export function listingOf(search: URLSearchParams): TrackListing {
  const order = search.get("order");
  return {
    text: (search.get("q") ?? "").trim(),
    sort: trackSorts.find((sort) => sort === search.get("sort")),
    order: order === "ascending" || order === "descending" ? order : undefined,
    filters: filtersIn(search),
  };
}

function filtersIn(search: URLSearchParams): TrackFilters {
  const valueOf = (name: string) => search.get(name) ?? undefined;
  return {
    artist: valueOf("artist"),
    album: valueOf("album"),
    albumArtist: valueOf("albumArtist"),
    genre: valueOf("genre"),
    year: valueOf("year"),
    kind: contentKinds.find((kind) => kind === search.get("kind")),
    tag: valueOf("tag"),
    added: valueOf("added"),
  };
}

export function hasFilters({ filters }: TrackListing): boolean {
  return Object.values(filters).some((value) => value !== undefined);
}

/** Whether a list is sorted descending, by default or by choice. */
export function isDescending(sort: TrackSort, order: TrackListing["order"]): boolean {
  return order === undefined ? sort === "added" : order === "descending";
}

/** What pressing a column header changes: the order, if the list is already sorted by that column. */
export function pressedHead(
  { sort, order }: { readonly sort: TrackSort | undefined; readonly order: TrackListing["order"] },
  pressed: TrackSort,
): { readonly sort: TrackSort; readonly order: string | undefined } {
  if (sort !== pressed) return { sort: pressed, order: undefined };
  return { sort, order: isDescending(sort, order) ? "ascending" : "descending" };
}
