import type { ClockSlot } from "@neonrelay/contract/callers";
import { ArrowDown, ArrowUp, EllipsisVertical, Trash2 } from "lucide-react";
import { Menu, MenuItem } from "../../../ui/menu.tsx";
import { type RowActions, RowGrip, type RowPlace } from "../../../ui/movable-rows/movable-rows.tsx";
import { lengthWords, type NameOf, slotColor, slotWords, startWords } from "./slot-rules.ts";

/** Every row has this height. */
export const SLOT_ROW_PX = 56;

/** A slot of a clock: start, content and length. */
export function SlotRow({
  slot,
  nameOf,
  index,
  place: { count, topPx, shiftPx, isHeld, gripProps },
  onOpen,
  onMove,
  onRemove,
}: RowActions<ClockSlot> & {
  readonly slot: ClockSlot;
  readonly nameOf: NameOf;
  /** Counts from 0. */
  readonly index: number;
  readonly place: RowPlace;
  readonly onOpen: () => void;
}) {
  const words = slotWords(slot, nameOf);
  const start = startWords(slot.start);
  return (
    <li
      className="movable-row absolute inset-x-0 flex h-14 items-center gap-2 pr-1 pl-1 hover:bg-s2"
      aria-posinset={index + 1}
      aria-setsize={count}
      data-row-id={slot.id}
      data-held={isHeld}
      style={{ top: topPx, ...(shiftPx !== 0 && { transform: `translateY(${shiftPx}px)` }) }}
    >
      <RowGrip gripProps={gripProps} />
      <button
        type="button"
        className="flex h-full min-w-0 flex-1 items-center gap-3 rounded-s text-left focus-visible:-outline-offset-2 focus-visible:shadow-none"
        onClick={onOpen}
      >
        <span
          aria-hidden="true"
          className="h-8 w-1 shrink-0 rounded-full"
          style={{ background: slotColor(slot.content) }}
        />
        <span className="flex min-w-0 flex-1 flex-col leading-5">
          <span className="truncate text-[15px] font-medium">{words}</span>
          <span className="truncate text-[13px] text-muted">{lengthWords(slot)}</span>
        </span>
        <span
          className={`shrink-0 font-mono text-[13px] tabular-nums ${slot.start.kind === "follow" ? "text-faint" : "text-text"}`}
        >
          {start}
        </span>
      </button>
      <Menu
        label={`Actions for ${words}`}
        className="icon-button"
        icon={<EllipsisVertical size={18} aria-hidden="true" />}
      >
        {index > 0 && (
          <MenuItem
            icon={<ArrowUp size={16} aria-hidden="true" />}
            onSelect={() => onMove(slot, index - 1)}
          >
            Move Up
          </MenuItem>
        )}
        {index < count - 1 && (
          <MenuItem
            icon={<ArrowDown size={16} aria-hidden="true" />}
            onSelect={() => onMove(slot, index + 1)}
          >
            Move Down
          </MenuItem>
        )}
        <MenuItem icon={<Trash2 size={16} aria-hidden="true" />} onSelect={() => onRemove(slot)}>
          Remove
        </MenuItem>
      </Menu>
    </li>
  );
}
