import type { Playlist } from "@neonrelay/contract/callers";
import { ChevronRight, Hand, ListPlus, Sparkles } from "lucide-react";
import { useSearchParams } from "wouter";
import { countOf } from "../../../ui/count-of.ts";
import { formatHours } from "../../../ui/format-time.ts";
import { EmptyState } from "../../../ui/panel-state.tsx";
import { ImportArea } from "./import-playlist.tsx";
import { PlaylistEditor } from "./playlist-editor.tsx";
import { turnWords } from "./turn-rules.ts";

const NEW = "new";

/** All playlists, or the open one; the URL names it. */
export function PlaylistsPanel({ playlists }: { readonly playlists: readonly Playlist[] }) {
  const [search, setSearch] = useSearchParams();
  const open = search.get("playlist");
  const opened = playlists.find(({ id }) => id === open);
  const show = (id: string | undefined) =>
    setSearch({ tab: "playlists", ...(id !== undefined && { playlist: id }) });
  if (open === NEW || opened !== undefined)
    return <PlaylistEditor key={open} playlist={opened} onClose={() => show(undefined)} />;
  return (
    <ImportArea onOpen={show}>
      {(importButton) => (
        <>
          <div className="flex flex-wrap items-center gap-2 px-4 py-2">
            <h2 className="text-[15px] font-semibold">Playlists</h2>
            <span className="badge text-muted tabular-nums">{playlists.length}</span>
            {importButton}
            <button type="button" className="button button-small" onClick={() => show(NEW)}>
              <ListPlus size={15} aria-hidden="true" />
              New Playlist
            </button>
          </div>
          {playlists.length === 0 && (
            <EmptyState
              icon={<ListPlus size={32} />}
              title="No playlists yet"
              text="Until a playlist has a turn, the station plays tracks from the library at random. Drop an M3U, PLS, XSPF or JSPF file here to import one."
            />
          )}
          <ul>
            {playlists.map((playlist) => (
              <li key={playlist.id} className="border-t border-line">
                <PlaylistRow playlist={playlist} onOpen={() => show(playlist.id)} />
              </li>
            ))}
          </ul>
        </>
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
    <button
      type="button"
      className="flex min-h-16 w-full items-center gap-3 px-4 py-2 text-left hover:bg-s2 focus-visible:-outline-offset-4 focus-visible:shadow-none"
      onClick={onOpen}
    >
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
      <ChevronRight size={18} aria-hidden="true" className="shrink-0 text-faint" />
    </button>
  );
}
