import type { TrackSort } from "@neonrelay/contract/callers";
import { ArrowUpDown, Heart, Search, X } from "lucide-react";
import { useEffect, useRef } from "react";
import { useHistoryState } from "wouter/use-browser-location";
import { isSearchFocus } from "./search-focus.ts";

const sortNames = [
  ["artist", "By artist"],
  ["title", "By title"],
  ["added", "Newest first"],
  ["album", "By album"],
  ["genre", "By genre"],
  ["year", "By year"],
  ["duration", "By duration"],
  ["bitrate", "By bitrate"],
] as const satisfies readonly (readonly [TrackSort, string])[];

/** Filters and sort order of the tracks. */
export function LibraryToolbar({
  text,
  onText,
  sort,
  onSort,
  favourites,
}: {
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly sort: TrackSort | undefined;
  /** undefined: best match first. */
  readonly onSort: (sort: TrackSort | undefined) => void;
  /** undefined without an account. */
  readonly favourites: { readonly areShown: boolean; readonly onToggle: () => void } | undefined;
}) {
  const isSearching = text.trim() !== "";
  return (
    <div className="flex w-full items-center gap-2 lg:w-auto lg:min-w-64 lg:flex-1 lg:justify-end">
      {favourites !== undefined && (
        <button
          type="button"
          className="button shrink-0 max-sm:px-3 lg:max-xl:px-3"
          aria-pressed={favourites.areShown}
          onClick={favourites.onToggle}
        >
          <Heart size={18} aria-hidden="true" />
          <span className="max-sm:sr-only lg:max-xl:sr-only">Favourites</span>
        </button>
      )}
      <SortSelect
        value={sort ?? (isSearching ? "best" : "artist")}
        choices={isSearching ? [["best", "Best match"], ...sortNames] : sortNames}
        disabled={favourites?.areShown === true}
        onChange={(value) => onSort(sortNames.find(([name]) => name === value)?.[0])}
      />
      <SearchField text={text} onChange={onText} />
    </div>
  );
}

export function SearchField({
  text,
  onChange,
}: {
  readonly text: string;
  readonly onChange: (text: string) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const navigated: unknown = useHistoryState();
  useEffect(() => {
    if (isSearchFocus(navigated)) input.current?.focus();
  }, [navigated]);
  return (
    <search className="relative min-w-0 flex-1 max-sm:order-first sm:max-w-80">
      <Search
        size={18}
        aria-hidden="true"
        className="pointer-events-none absolute top-[13px] left-3.5 text-faint"
      />
      <input
        ref={input}
        type="text"
        inputMode="search"
        aria-label="Search the library"
        placeholder="Search title, artist, album"
        className="field pr-20 pl-11 max-sm:pr-11 max-sm:pl-10"
        maxLength={200}
        value={text}
        onChange={(event) => onChange(event.target.value)}
      />
      {text !== "" && (
        <button
          type="button"
          className="button button-small absolute top-1 right-1 border-transparent"
          onClick={() => {
            onChange("");
            input.current?.focus();
          }}
        >
          <X size={15} aria-hidden="true" />
          <span className="max-sm:sr-only">Clear</span>
        </button>
      )}
    </search>
  );
}

/** A list of sort orders, as an icon: the columns' headers sort as well. */
export function SortSelect({
  value,
  choices,
  disabled = false,
  onChange,
}: {
  readonly value: string;
  readonly choices: readonly (readonly [value: string, words: string])[];
  readonly disabled?: boolean;
  readonly onChange: (value: string) => void;
}) {
  return (
    <div className="relative shrink-0">
      <ArrowUpDown
        size={18}
        aria-hidden="true"
        className="pointer-events-none absolute top-[13px] left-[13px]"
      />
      <select
        aria-label="Sort order"
        title={choices.find(([name]) => name === value)?.[1]}
        className="field w-11 appearance-none px-0 text-transparent"
        disabled={disabled}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      >
        {choices.map(([name, words]) => (
          <option key={name} value={name} className="bg-s2 text-text">
            {words}
          </option>
        ))}
      </select>
    </div>
  );
}
