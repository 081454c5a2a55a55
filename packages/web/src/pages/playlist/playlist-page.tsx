import { usePageTitle } from "../page-title.ts";
import { PlaylistPanel } from "./playlist-panel.tsx";

export function PlaylistPage() {
  usePageTitle("Playlist");
  return <PlaylistPanel />;
}
