import type { Playlist } from "@neonrelay/contract/callers";
import { Hand, ListPlus, Sparkles } from "lucide-react";
import { countOf } from "../../../ui/count-of.ts";
import { formatHours } from "../../../ui/format-time.ts";
import { EmptyState } from "../../../ui/panel-state.tsx";
import { ItemList, ItemRow, useOpened } from "../item-list.tsx";
import { ImportArea } from "./import-playlist.tsx";
import { PlaylistEditor } from "./playlist-editor.tsx";
import { turnWords } from "./turn-rules.ts";

/** All playlists, or the open one; the URL names it. */
export function PlaylistsPanel({ playlists }: { readonly playlists: readonly Playlist[] }) {
  const { key, opened, isOpen, show, showNew, close } = useOpened(playlists, {
    tab: "playlists",
    name: "playlist",
  });
  if (isOpen) return <PlaylistEditor key={key} playlist={opened} onClose={close} />;
  return (
    <ImportArea onOpen={show}>
      {(importButton) => (
        <ItemList
          name="Playlists"
          items={playlists}
          newButton={
            <>
              <ListPlus size={15} aria-hidden="true" />
              New Playlist
            </>
          }
          buttons={importButton}
          empty={
            <EmptyState
              icon={<ListPlus size={32} />}
              title="No playlists yet"
              text="Until a playlist has a turn, the station plays tracks from the library at random. Drop an M3U, PLS, XSPF or JSPF file here to import one."
            />
          }
          onNew={showNew}
        >
          {(playlist) => <PlaylistRow playlist={playlist} onOpen={() => show(playlist.id)} />}
        </ItemList>
      )}
    </ImportArea>
  );
}

function PlaylistRow({
  playlist: { name, description, rule, trackCount, durationMs, turn },
  onOpen,
}: {
  readonly playlist: Playlist;
  readonly onOpen: () => void;
}) {
  return (
    <ItemRow onOpen={onOpen}>
      <span
        className="shrink-0 text-primary-text"
        title={rule === null ? "Hand-picked" : "Chosen by a rule"}
      >
        {rule === null ? <Hand size={20} /> : <Sparkles size={20} />}
      </span>
      <span className="flex min-w-0 flex-[2] flex-col leading-5">
        <span className="truncate text-[15px] font-medium">{name}</span>
        <span className="truncate text-[13px] text-muted sm:hidden">
          {turnWords(turn)} · {countOf(trackCount, "track")} · {formatHours(durationMs)}
        </span>
        {description !== "" && (
          <span className="truncate text-[13px] text-muted max-sm:hidden">{description}</span>
        )}
      </span>
      <span className="min-w-0 flex-1 truncate text-[13px] max-sm:hidden">{turnWords(turn)}</span>
      <span className="w-24 shrink-0 text-right text-[13px] text-muted tabular-nums max-sm:hidden">
        {countOf(trackCount, "track")}
      </span>
      <span className="w-20 shrink-0 text-right text-[13px] text-muted tabular-nums max-sm:hidden">
        {formatHours(durationMs)}
      </span>
    </ItemRow>
  );
}
