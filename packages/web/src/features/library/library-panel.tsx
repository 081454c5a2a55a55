import type { Track, TrackSort } from "@neonrelay/contract/callers";
import { Disc3, Heart, SearchX } from "lucide-react";
import { Suspense, useState } from "react";
import type { ReactNode } from "react";
import { countOf } from "../../ui/count-of.ts";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { EmptyState, ErrorRow, ErrorState, LoadingRows } from "../../ui/panel-state.tsx";
import { useDelayed } from "../../ui/use-delayed.ts";
import { useClosedBecause, useRight } from "../accounts/index.ts";
import { useAddToQueue } from "../queue/index.ts";
import { useFavourites } from "./favourites-data.ts";
import { useTrackPages, useTrackSearch } from "./library-data.ts";
import type { TrackListing, TrackRows } from "./library-data.ts";
import { pagesOf } from "./library-pages.ts";
import { LibraryStats } from "./library-stats.tsx";
import { LibraryToolbar } from "./library-toolbar.tsx";
import { useTrackSelection } from "./track-programme/use-track-selection.ts";
import { TrackTable } from "./track-table.tsx";

/** Only loaded for an empty library. */
const { Part: FirstMusic } = lazyPart(
  async () => (await import("./first-music/first-music.tsx")).FirstMusic,
);
/** Only loaded for operators who edit a track. */
const { Part: TrackEditor } = lazyPart(
  async () => (await import("./track-editor/track-editor.tsx")).TrackEditor,
);
/** Only loaded for operators. */
const { Part: LibraryTools } = lazyPart(
  async () => (await import("./care/library-tools.tsx")).LibraryTools,
);
/** Only loaded for operators who select tracks. */
const { Part: SelectionBar } = lazyPart(
  async () => (await import("./track-programme/selection-bar.tsx")).SelectionBar,
);

const SEARCH_AFTER_MS = 200;
const SEARCH_LIMIT = 50;
const FIRST_PAGE: readonly number[] = [0];

/** The library: search, order, figures, and every track with its Queue button. @param firstWords the first search */
export function LibraryPanel({
  firstWords,
  startsWithFavourites,
}: {
  readonly firstWords: string;
  readonly startsWithFavourites: boolean;
}) {
  const [text, setText] = useState(firstWords);
  const [sort, setSort] = useState<TrackSort | undefined>(undefined);
  const [wantsFavourites, setWantsFavourites] = useState(startsWithFavourites);
  const [pages, setPages] = useState(FIRST_PAGE);
  const favourites = useFavourites();
  const add = useAddToQueue();
  const closedBecause = useClosedBecause("request");
  const mayProgramme = useRight("programme");
  const { editor, onEdit } = useOneTrackEditor();
  const { selection, start } = useTrackSelection();
  const words = useDelayed(text.trim(), SEARCH_AFTER_MS);
  const showsFavourites = wantsFavourites && favourites !== undefined;
  const listing: TrackListing = { text: words, sort };
  const library = useRows({ listing, pages });
  const rows = showsFavourites ? rowsOf(favourites.tracks, favourites) : library;
  const order = showsFavourites ? undefined : { sort: shownSort(listing), onSort: setSort };
  const view = showsFavourites ? "favourites" : `${words} ${sort ?? ""}`;
  const changeText = (typed: string) => {
    setText(typed);
    setWantsFavourites(false);
  };
  return (
    <div className="page h-full min-h-[420px] low:h-auto">
      <PageHeader title="Music Library">
        <CountBadge total={rows.total} isBest={!showsFavourites && isBestOnly(listing)} />
        {mayProgramme && selection === undefined && <Tools onSelect={start} />}
        <LibraryToolbar
          text={text}
          onText={changeText}
          sort={sort}
          onSort={setSort}
          favourites={
            favourites && {
              areShown: showsFavourites,
              onToggle: () => setWantsFavourites(!wantsFavourites),
            }
          }
        />
      </PageHeader>
      <LibraryStats />
      <section
        aria-label="Tracks"
        className="panel flex min-h-0 flex-1 flex-col overflow-hidden low:shrink-0 low:overflow-visible"
      >
        {selection !== undefined && (
          <Suspense fallback={null}>
            <SelectionBar selection={selection} rows={rows} listing={order && listing} />
          </Suspense>
        )}
        <Results rows={rows} empty={emptyOf({ showsFavourites, words })}>
          {(shown) => (
            <TrackTable
              key={view}
              rows={shown}
              order={order}
              onRange={(range) => setPages((before) => pagesOf(range, before))}
              onQueue={add.mutate}
              closedBecause={closedBecause}
              favourites={favourites}
              selection={selection}
              showsProgramme={mayProgramme}
              onEdit={onEdit}
            />
          )}
        </Results>
      </section>
      {editor}
    </div>
  );
}

/** The editor of one track; `onEdit` is undefined for visitors who may not edit. */
function useOneTrackEditor() {
  const mayEdit = useRight("library_edit");
  const [edited, setEdited] = useState<Track | undefined>(undefined);
  const close = () => setEdited(undefined);
  const editor = edited !== undefined && (
    <Suspense fallback={null}>
      <TrackEditor trackIds={[edited.id]} onDone={close} onClose={close} />
    </Suspense>
  );
  return { editor, onEdit: mayEdit ? setEdited : undefined };
}

/** A search without a sort order returns the best matches; everything else is paged. */
function useRows({
  listing,
  pages,
}: {
  readonly listing: TrackListing;
  readonly pages: readonly number[];
}): TrackRows {
  const isBest = isBestOnly(listing);
  const search = useTrackSearch(listing.text, isBest);
  const paged = useTrackPages(isBest ? { text: "", sort: undefined } : listing, pages);
  if (!isBest) return paged;
  return rowsOf(search.data, { hasFailed: search.isError, retry: () => void search.refetch() });
}

function rowsOf(
  tracks: readonly Track[] | undefined,
  { hasFailed, retry }: Pick<TrackRows, "hasFailed" | "retry">,
): TrackRows {
  return { total: tracks?.length, rowAt: (index) => tracks?.[index], hasFailed, retry };
}

function isBestOnly({ text, sort }: TrackListing): boolean {
  return text !== "" && sort === undefined;
}

function shownSort(listing: TrackListing): TrackSort | undefined {
  return isBestOnly(listing) ? undefined : (listing.sort ?? "artist");
}

function Tools({ onSelect }: { readonly onSelect: () => void }) {
  return (
    <Suspense fallback={null}>
      <LibraryTools onSelect={onSelect} />
    </Suspense>
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
      {total === 0 ? empty : children({ ...rows, total })}
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

function emptyOf({
  showsFavourites,
  words,
}: {
  readonly showsFavourites: boolean;
  readonly words: string;
}): ReactNode {
  if (showsFavourites)
    return (
      <EmptyState
        icon={<Heart size={32} />}
        title="No favourites yet"
        text="Press the heart beside a track to add it here."
      />
    );
  return words === "" ? (
    <EmptyState icon={<Disc3 size={32} />} title="No tracks in library">
      <Suspense fallback={null}>
        <FirstMusic className="mt-2 justify-center" />
      </Suspense>
    </EmptyState>
  ) : (
    <EmptyState icon={<SearchX size={32} />} title="No tracks found matching your search" />
  );
}
