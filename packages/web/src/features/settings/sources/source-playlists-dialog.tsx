import type { MusicSource } from "@neonrelay/contract/callers";
import { refusalText } from "../../../api/call-api.ts";
import { countOf } from "../../../ui/count-of.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { ErrorState, LoadingRows } from "../../../ui/panel-state.tsx";
import { useImportPlaylist, useSourcePlaylists } from "./sources-data.ts";

/** The playlists that a source offers, each with an import button. */
export function SourcePlaylistsDialog({
  source,
  onClose,
}: {
  readonly source: MusicSource;
  readonly onClose: () => void;
}) {
  const playlists = useSourcePlaylists(source.id);
  return (
    <Dialog title={`Playlists of ${source.name}`} onClose={onClose}>
      <p className="text-[13px] text-muted">
        Importing copies a playlist as it is now. Later changes on the server change nothing here.
      </p>
      <div className="mt-3">
        {playlists.isPending && <LoadingRows label="Loading playlists" count={3} />}
        {playlists.isError && (
          <ErrorState
            text={refusalText(playlists.error) ?? "The playlists could not be loaded"}
            onRetry={() => void playlists.refetch()}
          />
        )}
        {playlists.data?.length === 0 && <p className="text-muted">The server has no playlists.</p>}
        <ul className="flex flex-col gap-2">
          {playlists.data?.map((playlist) => (
            <PlaylistRow key={playlist.id} sourceId={source.id} {...playlist} />
          ))}
        </ul>
      </div>
    </Dialog>
  );
}

function PlaylistRow({
  sourceId,
  id,
  name,
  trackCount,
}: {
  readonly sourceId: string;
  readonly id: string;
  readonly name: string;
  readonly trackCount: number;
}) {
  const importing = useImportPlaylist(sourceId);
  return (
    <li className="flex items-center gap-3 rounded-m border border-line bg-s2 p-3">
      <span className="min-w-0 flex-1 break-words">
        {name}
        <span className="block text-[13px] text-muted">{countOf(trackCount, "track")}</span>
      </span>
      <button
        type="button"
        className="button button-small"
        disabled={importing.isPending || importing.isSuccess}
        aria-label={`Import ${name}`}
        onClick={() => importing.mutate(id)}
      >
        {importing.isSuccess ? "Imported" : "Import"}
      </button>
    </li>
  );
}
