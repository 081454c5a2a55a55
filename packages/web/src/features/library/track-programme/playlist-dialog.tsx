import type { Playlist, Track } from "@neonrelay/contract/callers";
import { useState } from "react";
import type { SyntheticEvent } from "react";
import { Link } from "wouter";
import { countOf, formatCount } from "../../../ui/count-of.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { SelectField } from "../../../ui/form-fields.tsx";
import { useAddToPlaylist, useHandPickedPlaylists } from "./track-programme-data.ts";

/** Adds tracks to a hand-picked playlist, and asks about those already in it. */
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
  const [present, setPresent] = useState<Present | undefined>(undefined);
  const playlist = playlists?.find(({ id }) => id === chosenId) ?? playlists?.[0];
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (playlist === undefined) return;
    add.mutate(
      { playlist, trackIds: tracks.map(({ id }) => id), addsRepeats: false },
      {
        onSuccess: ({ presentIds }) =>
          presentIds.length === 0 ? onDone() : setPresent({ playlist, trackIds: presentIds }),
      },
    );
  };
  if (present !== undefined)
    return (
      <Dialog title="Already in the playlist" onClose={onDone}>
        <PresentTracks
          present={present}
          isAdding={add.isPending}
          onAdd={() => add.mutate({ ...present, addsRepeats: true }, { onSuccess: onDone })}
          onLeave={onDone}
        />
      </Dialog>
    );
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
            hint="Tracks are added at the end. You are asked about those that it has already."
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

/** Tracks left out because the playlist has them. */
interface Present {
  readonly playlist: Playlist;
  readonly trackIds: string[];
}

export function PresentTracks({
  present: { playlist, trackIds },
  isAdding,
  onAdd,
  onLeave,
}: {
  readonly present: Present;
  readonly isAdding: boolean;
  readonly onAdd: () => void;
  readonly onLeave: () => void;
}) {
  const count = trackIds.length;
  return (
    <>
      <p>
        {playlist.name} has {formatCount(count)} of these tracks already. A playlist can have a
        track several times.
      </p>
      <div className="mt-4 flex justify-end gap-2">
        <button type="button" className="button" onClick={onLeave}>
          Leave {count === 1 ? "It" : "Them"} Out
        </button>
        <button type="button" className="button button-primary" disabled={isAdding} onClick={onAdd}>
          {isAdding ? "Adding…" : "Add Again"}
        </button>
      </div>
    </>
  );
}
