import type { Clock, Playlist } from "@neonrelay/contract/callers";
import { ChevronRight, Clock as ClockIcon, ListPlus } from "lucide-react";
import { useSearchParams } from "wouter";
import { countOf } from "../../../ui/count-of.ts";
import { Loaded } from "../../../ui/loaded.tsx";
import { EmptyState } from "../../../ui/panel-state.tsx";
import { ColorDot } from "../color-field.tsx";
import { useClocks } from "../schedule-data.ts";
import { ClockEditor } from "./clock-editor.tsx";
import { HourBar } from "./hour-bar.tsx";

const NEW = "new";

/** All clocks, or the open one; the URL names it. */
export function ClocksPanel({ playlists }: { readonly playlists: readonly Playlist[] }) {
  const clocks = useClocks();
  return (
    <Loaded what="clocks" query={clocks}>
      {(list) => <Clocks clocks={list} playlists={playlists} />}
    </Loaded>
  );
}

function Clocks({
  clocks,
  playlists,
}: {
  readonly clocks: readonly Clock[];
  readonly playlists: readonly Playlist[];
}) {
  const [search, setSearch] = useSearchParams();
  const open = search.get("clock");
  const opened = clocks.find(({ id }) => id === open);
  const show = (id: string | undefined) =>
    setSearch({ tab: "clocks", ...(id !== undefined && { clock: id }) });
  if (open === NEW || opened !== undefined)
    return (
      <ClockEditor
        key={open}
        clock={opened}
        playlists={playlists}
        onClose={() => show(undefined)}
      />
    );
  return (
    <section aria-label="Clocks" className="panel overflow-hidden">
      <div className="flex items-center gap-2 px-4 py-2">
        <h2 className="text-[15px] font-semibold">Clocks</h2>
        <span className="badge text-muted tabular-nums">{clocks.length}</span>
        <button type="button" className="button button-small ml-auto" onClick={() => show(NEW)}>
          <ListPlus size={15} aria-hidden="true" />
          New Clock
        </button>
      </div>
      {clocks.length === 0 && (
        <EmptyState
          icon={<ClockIcon size={32} />}
          title="No clocks yet"
          text="A clock plans an hour: jingles, music and spots in order."
        />
      )}
      <ul>
        {clocks.map((clock) => (
          <li key={clock.id} className="border-t border-line">
            <ClockRow clock={clock} onOpen={() => show(clock.id)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function ClockRow({
  clock: { name, color, slots },
  onOpen,
}: {
  readonly clock: Clock;
  readonly onOpen: () => void;
}) {
  return (
    <button
      type="button"
      className="flex min-h-16 w-full items-center gap-3 px-4 py-2 text-left hover:bg-s2 focus-visible:-outline-offset-4 focus-visible:shadow-none"
      onClick={onOpen}
    >
      <ColorDot color={color} />
      <span className="min-w-0 flex-1 truncate text-[15px] font-medium">{name}</span>
      <HourBar slots={slots} />
      <span className="w-20 shrink-0 text-right text-[13px] text-muted tabular-nums">
        {countOf(slots.length, "slot")}
      </span>
      <ChevronRight size={18} aria-hidden="true" className="shrink-0 text-faint" />
    </button>
  );
}
