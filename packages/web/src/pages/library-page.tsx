import { useSearchParams } from "wouter";
import { usePageTitle } from "./page-title.ts";
import { LibraryPanel } from "../features/library/library-panel.tsx";

/** `?q=` is the first search; `?favourites` shows the account's favourites. */
export function LibraryPage() {
  usePageTitle("Library");
  const [search] = useSearchParams();
  const words = search.get("q") ?? "";
  const startsWithFavourites = search.has("favourites");
  return (
    <LibraryPanel
      key={`${startsWithFavourites} ${words}`}
      firstWords={words}
      startsWithFavourites={startsWithFavourites}
    />
  );
}
