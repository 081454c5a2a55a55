import { usePageTitle } from "./page-title.ts";
import { LibraryPanel } from "../features/library/library-panel.tsx";

/** The address has the search (`?q=`), the filters and the order; `?favourites` shows the account's favourites. */
export function LibraryPage() {
  usePageTitle("Library");
  return <LibraryPanel />;
}
