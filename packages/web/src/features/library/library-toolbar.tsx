import type { TrackSort } from "@neonrelay/contract/callers";
import { Heart } from "lucide-react";
import { SearchField } from "./search-field.tsx";
import { SortSelect } from "./sort-select.tsx";

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
