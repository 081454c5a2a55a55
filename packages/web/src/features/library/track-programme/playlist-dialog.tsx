import type { Track } from "@neonrelay/contract/callers";
import { useState } from "react";
import type { SyntheticEvent } from "react";
import { Link } from "wouter";
import { countOf } from "../../../ui/count-of.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { SelectField } from "../../../ui/form-fields.tsx";
import { useAddToPlaylist, useHandPickedPlaylists } from "./play-tracks-data.ts";

/** Adds tracks to a hand-picked playlist. */
export function PlaylistDialog({
  tracks,
  onDone,
  onClose,
}: {
  readonly tracks: readonly Track[];
  readonly onDone: () => void;
  readonly onClose: () => void;
}) {
  const { playlists, hasFailed } = useHandPickedPlaylists();
  const add = useAddToPlaylist();
  const [chosenId, setChosenId] = useState<string | undefined>(undefined);
  const playlist = playlists?.find(({ id }) => id === chosenId) ?? playlists?.[0];
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (playlist !== undefined) add.mutate({ playlist, tracks }, { onSuccess: onDone });
  };
  return (
    <Dialog title={`Add ${countOf(tracks.length, "track")} to a playlist`} onClose={onClose}>
      {hasFailed && (
        <p role="alert">The playlists could not be loaded. Close this and try again.</p>
      )}
      {playlists?.length === 0 && (
        <p className="text-muted">
          There is no hand-picked playlist.{" "}
          <Link href="/programme?tab=playlists" className="underline">
            Create one under Programme
          </Link>
          .
        </p>
      )}
      {playlist !== undefined && playlists !== undefined && (
        <form onSubmit={submit} noValidate className="flex flex-col gap-4">
          <SelectField
            label="Playlist"
            value={playlist.id}
            choices={playlists.map(({ id, name, trackCount }) => ({
              value: id,
              name: `${name} (${countOf(trackCount, "track")})`,
            }))}
            hint="Tracks are added at the end. Tracks that it has already are left out."
            onChange={setChosenId}
          />
          <button type="submit" className="button button-primary self-end" disabled={add.isPending}>
            {add.isPending ? "Adding…" : "Add"}
          </button>
        </form>
      )}
    </Dialog>
  );
}
