import { groupSorts } from "@neonrelay/contract/callers";
import { Disc3, SearchX } from "lucide-react";
import { useState } from "react";
import { useSearchParams } from "wouter";
import { formatCount } from "../../../ui/count-of.ts";
import { PageHeader } from "../../../ui/page-header.tsx";
import { EmptyState, ErrorRow, ErrorState, LoadingRows } from "../../../ui/panel-state.tsx";
import { useDelayed } from "../../../ui/use-delayed.ts";
import { pagesOf } from "../library-pages.ts";
import { withParts } from "../library-view.ts";
import { SearchField, SortSelect } from "../library-toolbar.tsx";
import { ReachNote, useReach } from "../reach-note.tsx";
import { useGroupPages, useLetters } from "./browse-data.ts";
import type { BrowseWay } from "./browse-ways.ts";
import { GroupList } from "./group-list.tsx";
import { LibraryWays } from "./library-ways.tsx";

const SEARCH_AFTER_MS = 200;
const FIRST_PAGE: readonly number[] = [0];
const sortNames = { name: "By name", tracks: "Most tracks first", added: "Newest first" } as const;

/** The library by artist, album, genre and so on; every row leads to its tracks. */
export function BrowsePanel({ way }: { readonly way: BrowseWay }) {
  const [search, setSearch] = useSearchParams();
  const [text, setText] = useState("");
  const [pages, setPages] = useState(FIRST_PAGE);
  const words = useDelayed(text.trim(), SEARCH_AFTER_MS);
  const sort = groupSorts.find((one) => one === search.get("sort")) ?? "name";
  const rows = useGroupPages({ path: way.path, text: words, sort }, pages);
  const letters = useLetters(way.letters);
  const reach = useReach(rows.total);
  return (
    <div className="page h-full min-h-[420px] low:h-auto">
      <PageHeader title="Music Library">
        <output className="badge text-muted tabular-nums">
          {rows.total === undefined ? "—" : formatCount(rows.total)} {way.title.toLowerCase()}
        </output>
        <div className="flex w-full items-center gap-2 lg:w-auto lg:min-w-52 lg:flex-1 lg:justify-end">
          <SortSelect
            value={sort}
            choices={groupSorts.map((one) => [one, sortNames[one]])}
            onChange={(value) =>
              setSearch((before) => withParts(before, { sort: value }), { replace: true })
            }
          />
          <SearchField text={text} onChange={setText} />
        </div>
      </PageHeader>
      <LibraryWays open={way.path} />
      <section
        aria-label={way.title}
        className="panel flex min-h-0 flex-1 flex-col overflow-hidden low:shrink-0 low:overflow-visible"
      >
        {rows.total === undefined &&
          (rows.hasFailed ? (
            <ErrorState text="The library could not be loaded" onRetry={rows.retry} />
          ) : (
            <LoadingRows label="Loading library" count={8} />
          ))}
        {rows.total === 0 && <Nothing isSearch={words !== ""} way={way} />}
        {rows.total !== undefined && rows.total > 0 && (
          <GroupList
            key={`${sort} ${words}`}
            way={way}
            rows={{ ...rows, total: reach }}
            letters={sort === "name" && words === "" ? letters : undefined}
            onRange={(range) => setPages((before) => pagesOf(range, before))}
          />
        )}
        <ReachNote total={rows.total} />
        {rows.total !== undefined && rows.hasFailed && (
          <ErrorRow text="Some of the library could not be loaded" onRetry={rows.retry} />
        )}
      </section>
    </div>
  );
}

function Nothing({ isSearch, way }: { readonly isSearch: boolean; readonly way: BrowseWay }) {
  return isSearch ? (
    <EmptyState icon={<SearchX size={32} />} title={`No ${way.noun} found matching your search`} />
  ) : (
    <EmptyState icon={<Disc3 size={32} />} title={`No ${way.title.toLowerCase()} in the library`} />
  );
}
