import type { TrackSort } from "@neonrelay/contract/callers";
import { Heart } from "lucide-react";
import { SearchField } from "./search-field.tsx";

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

/** Filter and sort order of the tracks. */
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
    <div className="flex w-full items-center gap-2 sm:flex-wrap lg:max-xl:order-2 xl:w-auto xl:flex-1 xl:justify-end">
      {favourites !== undefined && (
        <button
          type="button"
          className="button shrink-0 max-sm:px-3"
          aria-pressed={favourites.areShown}
          onClick={favourites.onToggle}
        >
          <Heart size={18} aria-hidden="true" />
          <span className="max-sm:sr-only">Favourites</span>
        </button>
      )}
      <select
        aria-label="Sort order"
        className="field w-auto shrink-0 max-sm:w-32"
        disabled={favourites?.areShown === true}
        value={sort ?? (isSearching ? "best" : "artist")}
        onChange={({ currentTarget: { value } }) =>
          onSort(sortNames.find(([name]) => name === value)?.[0])
        }
      >
        {isSearching && <option value="best">Best match</option>}
        {sortNames.map(([name, words]) => (
          <option key={name} value={name}>
            {words}
          </option>
        ))}
      </select>
      <SearchField text={text} onChange={onText} />
    </div>
  );
}
