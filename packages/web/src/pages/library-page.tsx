import { useSearchParams } from "wouter";
import { usePageTitle } from "../app/page-title.ts";
import { LibraryPanel } from "../features/library/library-panel.tsx";

/** `?q=` is what is looked for at first. */
export function LibraryPage() {
  usePageTitle("Library");
  const [search] = useSearchParams();
  const words = search.get("q") ?? "";
  return <LibraryPanel key={words} firstWords={words} />;
}
