/* oxlint-disable jsx-a11y/prefer-tag-over-role -- see track-table.tsx */
import type { Track } from "@neonrelay/contract/callers";
import { ListPlus } from "lucide-react";
import { memo } from "react";
import { Cover } from "../../ui/cover.tsx";
import { UNKNOWN } from "../../ui/format-time.ts";
import { FavouriteButton, type Favourites } from "./favourites.tsx";
import type { RowSelection, RowTools } from "./track-programme/row-tools.tsx";

/** The columns of every row and of their header. */
export const TRACK_COLUMNS =
  "grid-cols-[40px_minmax(0,1fr)_auto] md:grid-cols-[40px_minmax(0,3fr)_minmax(0,2fr)_minmax(0,2fr)_56px_188px] xl:grid-cols-[40px_minmax(0,3fr)_minmax(0,2fr)_minmax(0,2fr)_minmax(0,1fr)_56px_80px_188px]";

/** What this visitor may do with a track. */
export interface TrackActions {
  readonly onQueue: (track: Track) => void;
  /** Why this visitor may not request it; undefined if they may. */
  readonly closedBecause: string | undefined;
  /** undefined without an account. */
  readonly favourites: Pick<Favourites, "has" | "toggle"> | undefined;
  /** undefined if this visitor may not edit. */
  readonly onEdit: ((track: Track) => void) | undefined;
}

export interface TrackRowActions extends TrackActions {
  /** undefined while not selecting. */
  readonly selection: RowSelection | undefined;
  /** undefined for visitors who may not set kinds and weights, and until loaded. */
  readonly tools: RowTools | undefined;
  readonly onOpen: (track: Track) => void;
}

export const TrackRow = memo(function TrackRow({
  track,
  row,
  selection,
  tools,
  onOpen,
  ...actions
}: TrackRowActions & { readonly track: Track; readonly row: number }) {
  const { title, artist, album, genre, duration, bitrate } = track;
  const programme = tools?.programmeWords(track);
  return (
    <>
      <div role="cell">
        {selection === undefined || tools === undefined ? (
          <Cover src={track.albumArt} sizePx={40} className="size-10 rounded-s" />
        ) : (
          <tools.SelectBox track={track} row={row} selection={selection} />
        )}
      </div>
      <div role="cell" className="min-w-0 leading-5">
        <button
          type="button"
          className="block max-w-full truncate text-left font-medium hover:underline"
          title={title}
          aria-haspopup="dialog"
          onClick={() => onOpen(track)}
        >
          {title}
        </button>
        <p className="truncate text-[13px] text-muted md:hidden">
          {programme !== undefined && `${programme} · `}
          {artist && `${artist} · `}
          {duration ?? UNKNOWN}
        </p>
        {programme === undefined ? (
          // Nobody else can do anything about it.
          actions.onEdit !== undefined && <Quiet track={track} />
        ) : (
          <p className="hidden truncate text-[13px] text-secondary-text md:block">{programme}</p>
        )}
      </div>
      <div role="cell" className="hidden truncate text-muted md:block" title={artist}>
        {artist}
      </div>
      <div role="cell" className="hidden truncate text-[13px] text-muted md:block">
        {album ?? UNKNOWN}
      </div>
      <div role="cell" className="hidden truncate text-[13px] text-muted xl:block">
        {genre ?? UNKNOWN}
      </div>
      <div role="cell" className="hidden text-right font-mono text-[13px] tabular-nums md:block">
        {duration ?? UNKNOWN}
      </div>
      <div
        role="cell"
        className="hidden text-right font-mono text-[13px] text-muted tabular-nums xl:block"
      >
        {bitrate === null ? UNKNOWN : `${bitrate} kbps`}
      </div>
      <div role="cell" className="flex items-center justify-end gap-1">
        <Actions track={track} tools={tools} {...actions} />
      </div>
    </>
  );
});

function Actions({
  track,
  tools,
  onQueue,
  closedBecause,
  favourites,
  onEdit,
}: TrackActions & Pick<TrackRowActions, "tools"> & { readonly track: Track }) {
  return (
    <>
      {onEdit !== undefined && tools !== undefined && (
        <tools.EditButton track={track} onEdit={onEdit} />
      )}
      {favourites !== undefined && <FavouriteButton track={track} favourites={favourites} />}
      <button
        type="button"
        className="button button-small"
        aria-label={`Queue ${track.title}`}
        title={closedBecause}
        disabled={closedBecause !== undefined}
        onClick={() => onQueue(track)}
      >
        <ListPlus size={16} aria-hidden="true" />
        <span className="max-[360px]:hidden">Queue</span>
      </button>
    </>
  );
}

/** A row during fast scrolling, with as few elements as possible, so that many render within a frame. */
export function PassingRow({ track: { title, artist } }: { readonly track: Track }) {
  return (
    <>
      <div role="cell" className="col-start-2 truncate font-medium">
        {title}
      </div>
      <div role="cell" className="hidden truncate text-muted md:block">
        {artist}
      </div>
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
