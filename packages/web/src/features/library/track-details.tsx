import type { Track } from "@neonrelay/contract/callers";
import { ListPlus, Pencil } from "lucide-react";
import { Link } from "wouter";
import { Cover } from "../../ui/cover.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Facts } from "../../ui/facts.tsx";
import { UNKNOWN } from "../../ui/format-time.ts";
import { FavouriteButton } from "./favourites.tsx";
import type { TrackActions } from "./track-row.tsx";

/** What is known of a track, and what this visitor may do with it. */
export function TrackDetails({
  track,
  onQueue,
  closedBecause,
  favourites,
  onEdit,
  onClose,
}: TrackActions & {
  readonly track: Track;
  readonly onClose: () => void;
}) {
  const { title, artists, album, genre, duration, bitrate, albumArt } = track;
  const then = (act: (track: Track) => void) => () => {
    onClose();
    act(track);
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="flex flex-col gap-5 sm:flex-row">
        <Cover src={albumArt} sizePx={256} className="size-40 shrink-0 rounded-m" />
        <div className="min-w-0 flex-1">
          <ul aria-label="Artists" className="mb-2 flex flex-wrap gap-x-3">
            {artists.map((artist) => (
              <li key={artist} className="min-w-0 break-words">
                <Link
                  href={`/library?${String(new URLSearchParams({ artist }))}`}
                  className="text-primary-text underline"
                  onClick={onClose}
                >
                  {artist}
                </Link>
              </li>
            ))}
          </ul>
          <Facts
            facts={[
              ["Album", album ?? UNKNOWN],
              ["Genre", genre ?? UNKNOWN],
              ["Duration", duration ?? UNKNOWN],
              ["Bitrate", bitrate === null ? UNKNOWN : `${bitrate} kbps`],
            ]}
          />
        </div>
      </div>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        {favourites !== undefined && <FavouriteButton track={track} favourites={favourites} />}
        {onEdit !== undefined && (
          <button type="button" className="button" onClick={then(onEdit)}>
            <Pencil size={18} aria-hidden="true" />
            Edit
          </button>
        )}
        <button
          type="button"
          className="button button-primary"
          title={closedBecause}
          disabled={closedBecause !== undefined}
          onClick={then(onQueue)}
        >
          <ListPlus size={18} aria-hidden="true" />
          Queue
        </button>
      </div>
    </Dialog>
  );
}
