import { ArrowDown, ArrowUp, EllipsisVertical, Trash2 } from "lucide-react";
import { Menu, MenuItem } from "../../../ui/menu.tsx";
import { type RowActions, RowGrip, type RowPlace } from "../../../ui/movable-rows/movable-rows.tsx";
import { TrackLine } from "../track-picker.tsx";
import type { HandPicked } from "./hand-picked-rules.ts";

/** Every row has this height. */
export const HAND_PICKED_ROW_PX = 56;

export function HandPickedRow({
  entry,
  index,
  place: { count, topPx, shiftPx, isHeld, gripProps },
  onMove,
  onRemove,
}: RowActions<HandPicked> & {
  readonly entry: HandPicked;
  /** Counts from 0. */
  readonly index: number;
  readonly place: RowPlace;
}) {
  return (
    <li
      className="movable-row absolute inset-x-0 flex h-14 items-center gap-3 pr-1 pl-1 hover:bg-s2"
      aria-posinset={index + 1}
      aria-setsize={count}
      data-row-id={entry.id}
      data-held={isHeld}
      style={{ top: topPx, ...(shiftPx !== 0 && { transform: `translateY(${shiftPx}px)` }) }}
    >
      <RowGrip gripProps={gripProps} />
      <TrackLine track={entry.track} />
      <Menu
        label={`Actions for ${entry.track.title}`}
        className="icon-button"
        icon={<EllipsisVertical size={18} aria-hidden="true" />}
      >
        {index > 0 && (
          <MenuItem
            icon={<ArrowUp size={16} aria-hidden="true" />}
            onSelect={() => onMove(entry, index - 1)}
          >
            Move Up
          </MenuItem>
        )}
        {index < count - 1 && (
          <MenuItem
            icon={<ArrowDown size={16} aria-hidden="true" />}
            onSelect={() => onMove(entry, index + 1)}
          >
            Move Down
          </MenuItem>
        )}
        <MenuItem icon={<Trash2 size={16} aria-hidden="true" />} onSelect={() => onRemove(entry)}>
          Remove
        </MenuItem>
      </Menu>
    </li>
  );
}
