import type { LibraryGroup, ResponseOf, libraryGroupsCalls } from "@neonrelay/contract/callers";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useRef } from "react";
import { Link } from "wouter";
import { countOf } from "../../../ui/count-of.ts";
import { Cover } from "../../../ui/cover.tsx";
import type { RowRange } from "../library-pages.ts";
import { useScroller } from "../use-scroller.ts";
import { addressOf, type GroupRows, nameOf } from "./browse-data.ts";
import type { BrowseWay } from "./browse-ways.ts";

const ROW_PX = 56;

type Letters = Parameters<typeof LettersBar>[0]["letters"];

/** Groups as rows of 56 px; only those in view are in the page. */
export function GroupList({
  way,
  rows,
  letters,
  onRange,
}: {
  readonly way: BrowseWay;
  readonly rows: GroupRows & { readonly total: number };
  /** undefined if there are none. */
  readonly letters: Letters | undefined;
  readonly onRange: (range: RowRange) => void;
}) {
  const list = useRef<HTMLUListElement>(null);
  const scroll = useScroller(list);
  // oxlint-disable-next-line react/incompatible-library -- its functions must not be memoized, and none is handed on
  const virtualizer = useVirtualizer({
    count: rows.total,
    getScrollElement: scroll.element,
    scrollMargin: scroll.marginPx,
    estimateSize: () => ROW_PX,
    overscan: 8,
    onChange: ({ range }) => {
      if (range !== null) onRange({ first: range.startIndex, last: range.endIndex });
    },
  });
  return (
    <>
      {letters !== undefined && (
        <LettersBar
          letters={letters}
          noun={way.noun}
          onJump={(row) => virtualizer.scrollToIndex(row, { align: "start" })}
        />
      )}
      <div className="min-h-0 flex-1 overflow-y-auto low:overflow-visible">
        <ul
          ref={list}
          aria-label={way.title}
          className="relative"
          style={{ height: virtualizer.getTotalSize() }}
        >
          {virtualizer.getVirtualItems().map(({ index, start }) => (
            <li
              key={index}
              className="absolute inset-x-0 top-0 h-14"
              style={{ transform: `translateY(${start - scroll.marginPx}px)` }}
            >
              <Group way={way} group={rows.rowAt(index)} />
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}

function Group({
  way,
  group,
}: {
  readonly way: BrowseWay;
  readonly group: LibraryGroup | undefined;
}) {
  if (group === undefined)
    return (
      <span className="flex h-14 items-center px-4">
        <span className="skeleton h-3 w-2/5" />
        <span className="sr-only">Loading</span>
      </span>
    );
  const { artist, year, tracks } = group;
  const hasCover = way.path === "artists" || way.path === "albums";
  return (
    <Link
      href={addressOf(way, group)}
      className="flex h-14 items-center gap-4 px-3 hover:bg-s2 focus-visible:-outline-offset-2 md:px-4"
    >
      {hasCover && <Cover src={group.albumArt} sizePx={40} className="size-10 rounded-s" />}
      <span className="min-w-0 flex-1 leading-5">
        <span className="block truncate font-medium">{nameOf(way.filter, group.name)}</span>
        {artist !== null && (
          <span className="block truncate text-[13px] text-muted">
            {artist}
            {year !== null && ` · ${year}`}
          </span>
        )}
      </span>
      <span className="shrink-0 text-[13px] text-muted tabular-nums">
        {countOf(tracks, "track")}
      </span>
    </Link>
  );
}

type LetterCount = ResponseOf<typeof libraryGroupsCalls.listLetters>[number];

/** Jumps to the first name of a letter. On a phone it scrolls sideways. */
function LettersBar({
  letters,
  noun,
  onJump,
}: {
  readonly letters: readonly LetterCount[];
  readonly noun: string;
  readonly onJump: (row: number) => void;
}) {
  return (
    <nav aria-label="Letters" className="shrink-0 overflow-x-auto border-b border-line px-2">
      <ul className="flex">
        {letters.map(({ letter, groups, before }) => (
          <li key={letter}>
            <button
              type="button"
              className="text-button min-w-9 text-[13px]"
              title={countOf(groups, noun)}
              aria-label={`${spokenLetter(letter)}: ${countOf(groups, noun)}`}
              onClick={() => onJump(before)}
            >
              {letter}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function spokenLetter(letter: string): string {
  if (letter === "#") return "Digits and signs";
  return letter === "…" ? "Other letters" : letter;
}
