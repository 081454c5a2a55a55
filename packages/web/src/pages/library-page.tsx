import { usePageTitle } from "../app/page-title.ts";
import { LibraryPanel } from "../features/library/library-panel.tsx";

export function LibraryPage() {
  usePageTitle("Library");
  return <LibraryPanel />;
}
