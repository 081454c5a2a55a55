import type { Track, TrackSort } from "@neonrelay/contract/callers";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import type { ReactNode } from "react";
import { countOf } from "../../ui/count-of.ts";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { ErrorBoundary } from "../../frame/error-boundary.tsx";
import { ErrorRow, ErrorState, LoadingRows } from "../../ui/panel-state.tsx";
import { useClosedBecause, useRight } from "../accounts/index.ts";
import { useAddToQueue } from "../queue/index.ts";
import { isSong } from "../radio/index.ts";
import { LibraryWays } from "./browse/library-ways.tsx";
import { useFavourites } from "./favourites.tsx";
import { useListedKind, useTrackPages, useTrackSearch } from "./library-data.ts";
import type { TrackListing, TrackRows } from "./library-data.ts";
import { pagesOf } from "./library-pages.ts";
import { LibraryToolbar } from "./library-toolbar.tsx";
import { hasFilters, isDescending, pressedHead, useLibraryView } from "./library-view.ts";
import type { LibraryView } from "./library-view.ts";
import { ReachNote, useReach } from "./reach-note.tsx";
import { useTrackSelection } from "./track-programme/use-track-selection.ts";
import { TrackTable } from "./track-table.tsx";
import type { TrackActions } from "./track-row.tsx";
import type { TrackOrder } from "./track-table.tsx";

/** Loaded after the tracks; its space is reserved. */
const { Part: LibraryStats } = lazyPart(
  async () => (await import("./library-stats.tsx")).LibraryStats,
);
/** Only loaded for a list without tracks. */
const { Part: EmptyLibrary } = lazyPart(
  async () => (await import("./empty-library.tsx")).EmptyLibrary,
);
/** Only loaded for a track whose title was pressed. */
const { Part: TrackDetails } = lazyPart(
  async () => (await import("./track-details.tsx")).TrackDetails,
);
/** Only loaded for operators who edit a track. */
const { Part: TrackEditor } = lazyPart(
  async () => (await import("./track-editor/track-editor.tsx")).TrackEditor,
);
/** Only loaded for operators. */
const { Part: LibraryTools } = lazyPart(
  async () => (await import("./care/library-tools.tsx")).LibraryTools,
);
/** Only loaded for operators who select tracks; its space is reserved, or rows would move under the pointer. */
const { Part: SelectionBar } = lazyPart(
  async () => (await import("./track-programme/selection-bar.tsx")).SelectionBar,
);
/** Only loaded for a list with filters. */
const { Part: FilterBar } = lazyPart(
  async () => (await import("./browse/filter-bar.tsx")).FilterBar,
);

const SEARCH_LIMIT = 50;
const FIRST_PAGE: readonly number[] = [0];
const WHOLE: TrackListing = { text: "", sort: undefined, order: undefined, filters: {} };

/** The library: search, filters, order, figures, and every track with its Queue button. The URL selects the tracks. */
export function LibraryPanel() {
  const { listing, text, onText, wantsFavourites, change } = useLibraryView();
  const [pages, setPages] = useState(FIRST_PAGE);
  const favourites = useFavourites();
  const add = useAddToQueue();
  const closedBecause = useClosedBecause("request");
  const mayProgramme = useRight("programme");
  const tools = useRowTools(mayProgramme);
  const { editor, onEdit } = useOneTrackEditor();
  const showsFavourites = wantsFavourites && favourites !== undefined;
  const listName = showsFavourites ? "favourites" : JSON.stringify(listing);
  const { selection, start } = useTrackSelection(listName);
  const library = useRows({ listing, pages });
  const rows = showsFavourites ? rowsOf(favourites.tracks, favourites) : library;
  const order = showsFavourites ? undefined : orderOf(listing, change);
  const list = { rows, listing: order && listing };
  const reach = useReach(rows.total);
  const actions = { onQueue: add.mutate, closedBecause, favourites, onEdit };
  const { details, onOpen } = useDetails(actions);
  return (
    <div className="page h-full min-h-[420px] low:h-auto">
      <PageHeader title="Music Library">
        <CountBadge total={rows.total} isBest={!showsFavourites && isBestOnly(listing)} />
        {mayProgramme && <Tools isSelecting={selection !== undefined} onSelect={start} />}
        <LibraryToolbar
          text={text}
          onText={onText}
          sort={listing.sort}
          onSort={(sort) => change({ sort, order: undefined })}
          favourites={
            favourites && {
              areShown: showsFavourites,
              onToggle: () => change({ favourites: wantsFavourites ? undefined : "1" }),
            }
          }
        />
      </PageHeader>
      <LibraryWays open={undefined} />
      <ErrorBoundary scope="unseen">
        <Suspense fallback={<div className="h-5 shrink-0 sm:h-12" />}>
          <LibraryStats />
        </Suspense>
      </ErrorBoundary>
      <section
        aria-label="Tracks"
        className="panel flex min-h-0 flex-1 flex-col overflow-hidden low:shrink-0 low:overflow-visible"
      >
        <ErrorBoundary scope="panel">
          <Suspense fallback={null}>
            {!showsFavourites && hasFilters(listing) && (
              <FilterBar filters={listing.filters} onChange={change} />
            )}
          </Suspense>
          {selection !== undefined && (
            <Suspense fallback={<div className="h-[53px] shrink-0 bg-s2" />}>
              <SelectionBar selection={selection} {...list} />
            </Suspense>
          )}
        </ErrorBoundary>
        <Results rows={rows} empty={<EmptyLibrary of={emptyListing(showsFavourites, listing)} />}>
          {(shown) => (
            <TrackTable
              key={listName}
              rows={{ ...shown, total: reach }}
              order={order}
              onRange={(range) => setPages((before) => pagesOf(range, before))}
              {...actions}
              selection={selection && { ...selection, ...list }}
              tools={tools}
              onOpen={onOpen}
            />
          )}
        </Results>
        <ReachNote total={rows.total} />
      </section>
      {details}
      {editor}
    </div>
  );
}

/** Operators' controls of a row, once loaded. */
function useRowTools(isWanted: boolean) {
  return useQuery({
    queryKey: ["row-tools"],
    queryFn: async () => (await import("./track-programme/row-tools.tsx")).rowTools,
    enabled: isWanted,
    staleTime: Infinity,
  }).data;
}

function orderOf(listing: TrackListing, change: LibraryView["change"]): TrackOrder {
  const sort = shownSort(listing);
  const { order } = listing;
  return {
    sort,
    isDescending: sort !== undefined && isDescending(sort, order),
    onPress: (pressed) => change(pressedHead({ sort, order }, pressed)),
  };
}

/** The editor of one track; `onEdit` is undefined for visitors who may not edit. */
function useOneTrackEditor() {
  const mayEdit = useRight("library_edit");
  const [edited, setEdited] = useState<Track | undefined>(undefined);
  const close = () => setEdited(undefined);
  const editor = edited !== undefined && (
    <ErrorBoundary scope="dialog" onClose={close}>
      <Suspense fallback={null}>
        <TrackEditor trackIds={[edited.id]} onDone={close} onClose={close} />
      </Suspense>
    </ErrorBoundary>
  );
  return { editor, onEdit: mayEdit ? setEdited : undefined };
}

/** The details of a track whose title was pressed. */
function useDetails(actions: TrackActions) {
  const [opened, setOpened] = useState<Track | undefined>(undefined);
  const close = () => setOpened(undefined);
  const details = opened !== undefined && (
    <ErrorBoundary scope="dialog" onClose={close}>
      <Suspense fallback={null}>
        <TrackDetails track={opened} {...actions} onClose={close} />
      </Suspense>
    </ErrorBoundary>
  );
  return { details, onOpen: setOpened };
}

/** A search without a sort order returns the best matches; everything else is paged. */
function useRows({
  listing,
  pages,
}: {
  readonly listing: TrackListing;
  readonly pages: readonly number[];
}): TrackRows {
  const kind = useListedKind();
  const isBest = isBestOnly(listing);
  const search = useTrackSearch(listing.text, isBest);
  const { filters, ...shown } = isBest ? WHOLE : listing;
  const paged = useTrackPages(
    { ...shown, filters: { ...filters, kind: filters.kind ?? kind } },
    pages,
  );
  if (!isBest) return paged;
  const found = kind === "song" ? search.data?.filter(isSong) : search.data;
  return rowsOf(found, { hasFailed: search.isError, retry: () => void search.refetch() });
}

function rowsOf(
  tracks: readonly Track[] | undefined,
  { hasFailed, retry }: Pick<TrackRows, "hasFailed" | "retry">,
): TrackRows {
  return { total: tracks?.length, rowAt: (index) => tracks?.[index], hasFailed, retry };
}

function isBestOnly(listing: TrackListing): boolean {
  return listing.text !== "" && listing.sort === undefined && !hasFilters(listing);
}

function shownSort(listing: TrackListing): TrackSort | undefined {
  return isBestOnly(listing) ? undefined : (listing.sort ?? "artist");
}

function Tools(tools: { readonly isSelecting: boolean; readonly onSelect: () => void }) {
  return (
    <div className="size-11 shrink-0 max-sm:ms-auto">
      <ErrorBoundary scope="control">
        <Suspense fallback={null}>
          <LibraryTools {...tools} />
        </Suspense>
      </ErrorBoundary>
    </div>
  );
}

function Results({
  rows,
  empty,
  children,
}: {
  readonly rows: TrackRows;
  readonly empty: ReactNode;
  readonly children: (rows: TrackRows & { readonly total: number }) => ReactNode;
}) {
  const { total } = rows;
  if (total === undefined)
    return rows.hasFailed ? (
      <ErrorState text="The library could not be loaded" onRetry={rows.retry} />
    ) : (
      <LoadingRows label="Loading library" count={8} />
    );
  return (
    <>
      {total === 0 ? (
        <ErrorBoundary scope="panel">
          <Suspense>{empty}</Suspense>
        </ErrorBoundary>
      ) : (
        children({ ...rows, total })
      )}
      {rows.hasFailed && (
        <ErrorRow text="Some of the library could not be loaded" onRetry={rows.retry} />
      )}
    </>
  );
}

function CountBadge({
  total,
  isBest,
}: {
  readonly total: number | undefined;
  readonly isBest: boolean;
}) {
  return (
    <output className="badge text-muted tabular-nums">
      {total === undefined
        ? "— tracks"
        : isBest && total === SEARCH_LIMIT
          ? `${SEARCH_LIMIT} best matches`
          : countOf(total, "track")}
    </output>
  );
}

function emptyListing(showsFavourites: boolean, listing: TrackListing) {
  if (showsFavourites) return "favourites";
  return listing.text === "" && !hasFilters(listing) ? "library" : "search";
}
