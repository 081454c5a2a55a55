import { usePageTitle } from "../app/page-title.ts";
import { PlaylistPanel } from "../features/playlist/playlist-panel.tsx";

export function PlaylistPage() {
  usePageTitle("Playlist");
  return <PlaylistPanel />;
}
