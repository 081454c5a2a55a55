import type { Clock, Playlist, Show } from "@neonrelay/contract/callers";
import { CalendarHeart, CalendarPlus, ChevronRight } from "lucide-react";
import { useSearchParams } from "wouter";
import { countOf } from "../../../ui/count-of.ts";
import { Loaded } from "../../../ui/loaded.tsx";
import { EmptyState } from "../../../ui/panel-state.tsx";
import { ColorDot } from "../color-field.tsx";
import { useClocks, useShows } from "../schedule-data.ts";
import { contentWords } from "./show-draft.ts";
import { ShowEditor } from "./show-editor.tsx";

const NEW = "new";

/** All shows, or the open one; the URL names it. */
export function ShowsPanel({ playlists }: { readonly playlists: readonly Playlist[] }) {
  const shows = useShows();
  const clocks = useClocks();
  return (
    <Loaded what="shows" query={shows}>
      {(list) => (
        <Loaded what="clocks" query={clocks}>
          {(known) => <Shows shows={list} clocks={known} playlists={playlists} />}
        </Loaded>
      )}
    </Loaded>
  );
}

function Shows({
  shows,
  clocks,
  playlists,
}: {
  readonly shows: readonly Show[];
  readonly clocks: readonly Clock[];
  readonly playlists: readonly Playlist[];
}) {
  const [search, setSearch] = useSearchParams();
  const open = search.get("show");
  const opened = shows.find(({ id }) => id === open);
  const show = (id: string | undefined) =>
    setSearch({ tab: "shows", ...(id !== undefined && { show: id }) });
  if (open === NEW || opened !== undefined)
    return (
      <ShowEditor
        key={open}
        show={opened}
        clocks={clocks}
        playlists={playlists}
        onClose={() => show(undefined)}
      />
    );
  return (
    <section aria-label="Shows" className="panel overflow-hidden">
      <div className="flex items-center gap-2 px-4 py-2">
        <h2 className="text-[15px] font-semibold">Shows</h2>
        <span className="badge text-muted tabular-nums">{shows.length}</span>
        <button type="button" className="button button-small ml-auto" onClick={() => show(NEW)}>
          <CalendarPlus size={15} aria-hidden="true" />
          New Show
        </button>
      </div>
      {shows.length === 0 && (
        <EmptyState
          icon={<CalendarHeart size={32} />}
          title="No shows yet"
          text="A show has a name, hosts and music. Then add it to the week."
        />
      )}
      <ul>
        {shows.map((each) => (
          <li key={each.id} className="border-t border-line">
            <ShowRow
              show={each}
              plays={contentWords(each.content, { clocks, playlists })}
              onOpen={() => show(each.id)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

function ShowRow({
  show: { name, text, color, hostIds },
  plays,
  onOpen,
}: {
  readonly show: Show;
  readonly plays: string;
  readonly onOpen: () => void;
}) {
  return (
    <button
      type="button"
      className="flex min-h-16 w-full items-center gap-3 px-4 py-2 text-left hover:bg-s2 focus-visible:-outline-offset-4 focus-visible:shadow-none"
      onClick={onOpen}
    >
      <ColorDot color={color} />
      <span className="flex min-w-0 flex-[2] flex-col leading-5">
        <span className="truncate text-[15px] font-medium">{name}</span>
        <span className="truncate text-[13px] text-muted sm:hidden">{plays}</span>
        {text !== "" && (
          <span className="truncate text-[13px] text-muted max-sm:hidden">{text}</span>
        )}
      </span>
      <span className="min-w-0 flex-1 truncate text-[13px] max-sm:hidden">{plays}</span>
      <span className="w-24 shrink-0 text-right text-[13px] text-muted tabular-nums max-sm:hidden">
        {hostIds.length === 0 ? "No hosts" : countOf(hostIds.length, "host")}
      </span>
      <ChevronRight size={18} aria-hidden="true" className="shrink-0 text-faint" />
    </button>
  );
}
