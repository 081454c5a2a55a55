import type { Clock, ClockSlot, Playlist } from "@neonrelay/contract/callers";
import { Clock as ClockIcon, ListPlus } from "lucide-react";
import { countOf } from "../../../ui/count-of.ts";
import { Loaded } from "../../../ui/loaded.tsx";
import { EmptyState } from "../../../ui/panel-state.tsx";
import { ColorDot } from "../color-field.tsx";
import { ItemList, ItemRow, useOpened } from "../item-list.tsx";
import { useClocks } from "../schedule-data.ts";
import { ClockEditor } from "./clock-editor.tsx";
import { partsOfHour, slotColor } from "./slot-rules.ts";

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
  const { key, opened, isOpen, show, showNew, close } = useOpened(clocks, {
    tab: "clocks",
    name: "clock",
  });
  if (isOpen) return <ClockEditor key={key} clock={opened} playlists={playlists} onClose={close} />;
  return (
    <section aria-label="Clocks" className="panel overflow-hidden">
      <ItemList
        name="Clocks"
        page="clocks"
        items={clocks}
        newButton={
          <>
            <ListPlus size={15} aria-hidden="true" />
            New Clock
          </>
        }
        empty={
          <EmptyState
            icon={<ClockIcon size={32} />}
            title="No clocks yet"
            text="A clock plans an hour: jingles, music and spots in order."
          />
        }
        onNew={showNew}
      >
        {(clock) => <ClockRow clock={clock} onOpen={() => show(clock.id)} />}
      </ItemList>
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
    <ItemRow onOpen={onOpen}>
      <ColorDot color={color} />
      <span className="min-w-0 flex-1 truncate text-[15px] font-medium">{name}</span>
      <HourBar slots={slots} />
      <span className="w-20 shrink-0 text-right text-[13px] text-muted tabular-nums">
        {countOf(slots.length, "slot")}
      </span>
    </ItemRow>
  );
}

/** The hour as a bar. Other elements describe it for screen readers. */
function HourBar({ slots }: { readonly slots: readonly ClockSlot[] }) {
  return (
    <span
      aria-hidden="true"
      className="flex h-2.5 min-w-0 flex-1 gap-px overflow-hidden rounded-full bg-s3 max-sm:hidden"
    >
      {partsOfHour(slots).map(({ slot, fromSecond, toSecond }) => (
        <span
          key={`${fromSecond} ${slot?.id ?? ""}`}
          style={{
            flex: `${Math.max(20, toSecond - fromSecond)} 1 0`,
            ...(slot !== null && { background: slotColor(slot.content) }),
          }}
        />
      ))}
    </span>
  );
}
