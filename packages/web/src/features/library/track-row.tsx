import type { Track } from "@neonrelay/contract/callers";
import { ListPlus, Pencil } from "lucide-react";
import { memo } from "react";
import { Cover } from "../../ui/cover.tsx";
import { UNKNOWN } from "../../ui/format-time.ts";
import { FavouriteButton } from "./favourite-button.tsx";
import type { Favourites } from "./favourites-data.ts";
import { programmeWords } from "./track-programme/track-programme-rules.ts";
import type { TrackSelection } from "./track-programme/use-track-selection.ts";

/** The columns of every row and of their header. */
export const TRACK_COLUMNS =
  "grid-cols-[40px_minmax(0,1fr)_auto] md:grid-cols-[40px_minmax(0,3fr)_minmax(0,2fr)_minmax(0,2fr)_56px_188px] xl:grid-cols-[40px_minmax(0,3fr)_minmax(0,2fr)_minmax(0,2fr)_minmax(0,1fr)_56px_80px_188px]";

export interface TrackRowActions {
  readonly onQueue: (track: Track) => void;
  /** Why this visitor may not; undefined: they may. */
  readonly closedBecause: string | undefined;
  /** undefined without an account. */
  readonly favourites: Pick<Favourites, "has" | "toggle"> | undefined;
  /** undefined while no tracks are chosen to be changed together. */
  readonly selection: Pick<TrackSelection, "has" | "toggle"> | undefined;
  /** Whether this visitor may set kinds and weights. */
  readonly showsProgramme: boolean;
  /** undefined: this visitor may not. */
  readonly onEdit: ((track: Track) => void) | undefined;
}

export const TrackRow = memo(function TrackRow({
  track,
  onQueue,
  closedBecause,
  favourites,
  selection,
  showsProgramme,
  onEdit,
}: TrackRowActions & { readonly track: Track }) {
  const { title, artist, album, genre, duration, bitrate } = track;
  const programme = showsProgramme ? programmeWords(track) : undefined;
  return (
    <>
      <td>
        {selection === undefined ? (
          <Cover src={track.albumArt} sizePx={40} className="size-10 rounded-s" />
        ) : (
          <SelectBox track={track} selection={selection} />
        )}
      </td>
      <td className="min-w-0 leading-5">
        <p className="truncate font-medium" title={title}>
          {title}
        </p>
        <p className="truncate text-[13px] text-muted md:hidden">
          {programme !== undefined && `${programme} · `}
          {artist} · {duration ?? UNKNOWN}
        </p>
        {programme === undefined ? (
          <Quiet track={track} />
        ) : (
          <p className="hidden truncate text-[13px] text-secondary-text md:block">{programme}</p>
        )}
      </td>
      <td className="hidden truncate text-muted md:block" title={artist}>
        {artist}
      </td>
      <td className="hidden truncate text-[13px] text-muted md:block">{album ?? UNKNOWN}</td>
      <td className="hidden truncate text-[13px] text-muted xl:block">{genre ?? UNKNOWN}</td>
      <td className="hidden text-right font-mono text-[13px] tabular-nums md:block">
        {duration ?? UNKNOWN}
      </td>
      <td className="hidden text-right font-mono text-[13px] text-muted tabular-nums xl:block">
        {bitrate === null ? UNKNOWN : `${bitrate} kbps`}
      </td>
      <td className="flex items-center justify-end gap-1">
        {onEdit !== undefined && <EditButton track={track} onEdit={onEdit} />}
        {favourites !== undefined && <FavouriteButton track={track} favourites={favourites} />}
        <button
          type="button"
          className="button button-small"
          aria-label={`Queue ${title}`}
          title={closedBecause}
          disabled={closedBecause !== undefined}
          onClick={() => onQueue(track)}
        >
          <ListPlus size={16} aria-hidden="true" />
          <span className="max-[360px]:hidden">Queue</span>
        </button>
      </td>
    </>
  );
});

/** Not on phones, where the row has no room: selecting tracks leads to the editor there. */
function EditButton({
  track,
  onEdit,
}: {
  readonly track: Track;
  readonly onEdit: (track: Track) => void;
}) {
  return (
    <button
      type="button"
      className="icon-button max-md:hidden"
      aria-label={`Edit ${track.title}`}
      title="Edit"
      onClick={() => onEdit(track)}
    >
      <Pencil size={16} aria-hidden="true" />
    </button>
  );
}

/** As large as the cover that it replaces, so that it is easy to tap. */
function SelectBox({
  track,
  selection,
}: {
  readonly track: Track;
  readonly selection: Pick<TrackSelection, "has" | "toggle">;
}) {
  return (
    <label className="flex size-10 cursor-pointer items-center justify-center rounded-s bg-s3">
      <input
        type="checkbox"
        className="size-5 accent-primary"
        aria-label={`Select ${track.title}`}
        checked={selection.has(track.id)}
        onChange={() => selection.toggle(track)}
      />
    </label>
  );
}

/** A row during fast scrolling, with as few elements as possible: it renders within a frame, with others. */
export function PassingRow({ track: { title, artist } }: { readonly track: Track }) {
  return (
    <>
      <td className="col-start-2 truncate font-medium">{title}</td>
      <td className="hidden truncate text-muted md:block">{artist}</td>
    </>
  );
}

function Quiet({ track: { shortOfTargetDb } }: { readonly track: Track }) {
  if (shortOfTargetDb === null) return null;
  return (
    <p
      className="hidden truncate text-[13px] text-muted md:block"
      title="It can't be made louder without distortion"
    >
      {shortOfTargetDb} dB too quiet
    </p>
  );
}
