import type { Clock, Playlist, Show } from "@neonrelay/contract/callers";
import { CalendarHeart, CalendarPlus } from "lucide-react";
import { countOf } from "../../../ui/count-of.ts";
import { Loaded } from "../../../ui/loaded.tsx";
import { EmptyState } from "../../../ui/panel-state.tsx";
import { ColorDot } from "../color-field.tsx";
import { ItemList, ItemRow, useOpened } from "../item-list.tsx";
import { useClocks, useShows, useThisWeek } from "../schedule-data.ts";
import { timesOfShow } from "../week/entry-draft.ts";
import { contentWords } from "./show-draft.ts";
import { ShowDialog } from "./show-dialog.tsx";

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
  const entries = useThisWeek().data?.entries;
  const { key, opened, isOpen, show, showNew, close } = useOpened(shows, {
    tab: "shows",
    name: "show",
  });
  return (
    <section aria-label="Shows" className="panel overflow-hidden">
      {isOpen && (
        <ShowDialog
          key={key}
          show={opened}
          span={undefined}
          clocks={clocks}
          playlists={playlists}
          onClose={close}
        />
      )}
      <ItemList
        name="Shows"
        items={shows}
        newButton={
          <>
            <CalendarPlus size={15} aria-hidden="true" />
            New Show
          </>
        }
        empty={
          <EmptyState
            icon={<CalendarHeart size={32} />}
            title="No shows yet"
            text="Give a show a name, hosts, music and its time on the week."
          />
        }
        onNew={showNew}
      >
        {(each) => (
          <ShowRow
            show={each}
            plays={contentWords(each.content, { clocks, playlists })}
            times={entries === undefined ? "" : timesOfShow(each.id, entries)}
            onOpen={() => show(each.id)}
          />
        )}
      </ItemList>
    </section>
  );
}

function ShowRow({
  show: { name, color, hostIds },
  plays,
  times,
  onOpen,
}: {
  readonly show: Show;
  readonly plays: string;
  readonly times: string;
  readonly onOpen: () => void;
}) {
  return (
    <ItemRow onOpen={onOpen}>
      <ColorDot color={color} />
      <span className="flex min-w-0 flex-[2] flex-col leading-5">
        <span className="truncate text-[15px] font-medium">{name}</span>
        <span className="truncate text-[13px] text-muted">{times}</span>
        <span className="truncate text-[13px] text-muted sm:hidden">{plays}</span>
      </span>
      <span className="min-w-0 flex-1 truncate text-[13px] max-sm:hidden">{plays}</span>
      <span className="w-24 shrink-0 text-right text-[13px] text-muted tabular-nums max-sm:hidden">
        {hostIds.length === 0 ? "No hosts" : countOf(hostIds.length, "host")}
      </span>
    </ItemRow>
  );
}
