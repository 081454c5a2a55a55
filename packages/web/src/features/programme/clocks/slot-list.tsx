import type { ClockSlot, Playlist } from "@neonrelay/contract/callers";
import { ListPlus, PieChart } from "lucide-react";
import { useState } from "react";
import { randomUuid } from "../../../browser/random-uuid.ts";
import { MovableRows } from "../../../ui/movable-rows/movable-rows.tsx";
import { EmptyState } from "../../../ui/panel-state.tsx";
import { newSlot } from "./clocks-data.ts";
import { SlotDialog } from "./slot-dialog.tsx";
import { SLOT_ROW_PX, SlotRow } from "./slot-row.tsx";
import { orderProblem, withSlotMoved } from "./slot-rules.ts";
import type { NameOf } from "./slot-rules.ts";

const MAX_SLOTS = 60;

/** The slots of a clock in order. */
export function SlotList({
  slots,
  playlists,
  nameOf,
  problem,
  onChange,
}: {
  readonly slots: readonly ClockSlot[];
  readonly playlists: readonly Playlist[];
  readonly nameOf: NameOf;
  /** The station's error for them. */
  readonly problem: string | undefined;
  readonly onChange: (slots: readonly ClockSlot[]) => void;
}) {
  const [opened, setOpened] = useState<ClockSlot | undefined>(undefined);
  const wrong = orderProblem(slots) ?? problem;
  const store = (slot: ClockSlot) => {
    const isThere = slots.some(({ id }) => id === slot.id);
    onChange(isThere ? slots.map((each) => (each.id === slot.id ? slot : each)) : [...slots, slot]);
    setOpened(undefined);
  };
  return (
    <section aria-labelledby="slots" className="panel min-w-0 overflow-hidden">
      <SlotsHeader count={slots.length} onAdd={() => setOpened(newSlot(randomUuid()))} />
      {wrong !== undefined && (
        <p role="alert" className="px-4 pb-3 text-[13px] leading-5 text-danger">
          {wrong}
        </p>
      )}
      {slots.length === 0 && (
        <EmptyState
          icon={<PieChart size={32} />}
          title="No slots yet"
          text="Without slots the station's playlists fill the hour."
        />
      )}
      <div className="max-h-[640px] overflow-y-auto pb-1">
        <MovableRows
          label="Slots of the clock"
          items={slots}
          rowPx={SLOT_ROW_PX}
          canMove
          onMove={({ id }, index) => onChange(withSlotMoved(slots, { id, index }))}
          onRemove={({ id }) => onChange(slots.filter((slot) => slot.id !== id))}
        >
          {(slot, place, actions) => (
            <SlotRow
              key={slot.id}
              slot={slot}
              nameOf={nameOf}
              index={slots.indexOf(slot)}
              place={place}
              {...actions}
              onOpen={() => setOpened(slot)}
            />
          )}
        </MovableRows>
      </div>
      {opened !== undefined && (
        <SlotDialog
          slot={opened}
          isNew={!slots.some(({ id }) => id === opened.id)}
          playlists={playlists}
          onStore={store}
          onClose={() => setOpened(undefined)}
        />
      )}
    </section>
  );
}

function SlotsHeader({ count, onAdd }: { readonly count: number; readonly onAdd: () => void }) {
  return (
    <div className="flex flex-wrap items-center gap-2 px-4 py-3">
      <h3 id="slots" className="text-[17px] leading-6 font-semibold">
        Slots
      </h3>
      <span className="badge text-muted tabular-nums">{count}</span>
      <button
        type="button"
        className="button button-small ml-auto"
        disabled={count >= MAX_SLOTS}
        onClick={onAdd}
      >
        <ListPlus size={15} aria-hidden="true" />
        Add Slot
      </button>
    </div>
  );
}
