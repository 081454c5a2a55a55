import { useParams } from "wouter";
import { BrowsePanel } from "../features/library/browse/browse-panel.tsx";
import { browseWays } from "../features/library/browse/browse-ways.ts";
import { NotFoundPage } from "./not-found-page.tsx";
import { usePageTitle } from "./page-title.ts";

/** The library by artist, album, genre and so on: `/library/artists`. */
export function BrowsePage() {
  const { way: path } = useParams<{ way: string }>();
  const way = browseWays.find((one) => one.path === path);
  usePageTitle(way?.title ?? "Page Not Found");
  return way === undefined ? <NotFoundPage /> : <BrowsePanel key={path} way={way} />;
}
