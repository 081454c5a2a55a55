import type { PlanItem } from "@neonrelay/contract/callers";
import {
  ArrowDown,
  ArrowUp,
  EllipsisVertical,
  ListPlus,
  Lock,
  LockOpen,
  Replace,
  Trash2,
  TriangleAlert,
} from "lucide-react";
import type { ReactNode } from "react";
import { Cover } from "../../../ui/cover.tsx";
import { UNKNOWN } from "../../../ui/format-time.ts";
import { Menu, MenuItem } from "../../../ui/menu.tsx";
import { type RowActions, RowGrip, type RowPlace } from "../../../ui/movable-rows/movable-rows.tsx";
import { gaveWayWords, placeWords, sourceWords } from "./plan-words.ts";
import { TextCells, TimeCell, WhyButton } from "./row-parts.tsx";

/** Every row has this height. */
export const PLAN_ROW_PX = 64;

interface PlanRowActions extends RowActions<PlanItem> {
  readonly onLock: () => void;
  readonly onWhy: () => void;
  readonly onReplace: () => void;
  readonly onInsert: () => void;
}

/** One track of the plan: time, track, source, show, clock and reason. */
export function PlanRow({
  item,
  index,
  showsIgnored,
  place: { count, topPx, shiftPx, isHeld, gripProps },
  ...actions
}: PlanRowActions & {
  readonly item: PlanItem;
  /** Counts from 0. */
  readonly index: number;
  /** Marks ignored rules; false where they are named above the list. */
  readonly showsIgnored: boolean;
  readonly place: RowPlace;
}) {
  const { track } = item;
  return (
    <li
      className="movable-row absolute inset-x-0 flex h-16 items-center gap-2 pr-1 pl-1 hover:bg-s2 sm:gap-3 lg:pr-3"
      aria-posinset={index + 1}
      aria-setsize={count}
      data-row-id={item.id}
      data-held={isHeld}
      style={{ top: topPx, ...(shiftPx !== 0 && { transform: `translateY(${shiftPx}px)` }) }}
    >
      <RowGrip gripProps={gripProps} />
      <TimeCell startsAt={item.startsAt} start={item.start} />
      <Cover src={track.albumArt} sizePx={40} className="size-10 rounded-s max-[360px]:hidden" />
      <TextCells
        title={track.title}
        artist={track.artist}
        source={sourceWords(item)}
        place={placeWords(item)}
      />
      <p className="hidden w-12 shrink-0 text-right font-mono text-[13px] tabular-nums sm:block">
        {track.duration ?? UNKNOWN}
      </p>
      <Marks
        isLocked={item.isLocked}
        ignored={showsIgnored ? gaveWayWords(item.gaveWay) : undefined}
      />
      <div className="flex shrink-0">
        <WhyButton title={track.title} onWhy={actions.onWhy} />
        <PlanRowMenu item={item} index={index} count={count} {...actions} />
      </div>
    </li>
  );
}

/** The marks of an item, of a fixed width to keep the columns aligned. */
function Marks({
  isLocked,
  ignored,
}: {
  readonly isLocked: boolean;
  readonly ignored: string | undefined;
}) {
  return (
    <span className="flex w-4 shrink-0 flex-col items-center justify-center gap-1 lg:w-9 lg:flex-row">
      {ignored !== undefined && <Mark words={ignored} icon={<TriangleAlert size={15} />} />}
      {isLocked && <Mark words="Locked" icon={<Lock size={15} />} />}
    </span>
  );
}

function Mark({ words, icon }: { readonly words: string; readonly icon: ReactNode }) {
  return (
    <span title={words} className="text-muted">
      <span aria-hidden="true">{icon}</span>
      <span className="sr-only">{words}</span>
    </span>
  );
}

function PlanRowMenu({
  item,
  index,
  count,
  onMove,
  onRemove,
  onLock,
  onReplace,
  onInsert,
}: PlanRowActions & {
  readonly item: PlanItem;
  readonly index: number;
  readonly count: number;
}) {
  return (
    <Menu
      label={`Actions for ${item.track.title}`}
      className="icon-button"
      icon={<EllipsisVertical size={18} aria-hidden="true" />}
    >
      <MenuItem icon={icons.lock(item.isLocked)} onSelect={onLock}>
        {item.isLocked ? "Unlock" : "Lock"}
      </MenuItem>
      {index > 0 && (
        <MenuItem icon={icons.up} onSelect={() => onMove(item, index - 1)}>
          Move Up
        </MenuItem>
      )}
      {index < count - 1 && (
        <MenuItem icon={icons.down} onSelect={() => onMove(item, index + 1)}>
          Move Down
        </MenuItem>
      )}
      <MenuItem icon={icons.replace} onSelect={onReplace}>
        Replace…
      </MenuItem>
      <MenuItem icon={icons.insert} onSelect={onInsert}>
        Insert Before…
      </MenuItem>
      <MenuItem icon={icons.drop} onSelect={() => onRemove(item)}>
        Remove
      </MenuItem>
    </Menu>
  );
}

const icons = {
  lock: (isLocked: boolean) =>
    isLocked ? <LockOpen size={16} aria-hidden="true" /> : <Lock size={16} aria-hidden="true" />,
  up: <ArrowUp size={16} aria-hidden="true" />,
  down: <ArrowDown size={16} aria-hidden="true" />,
  replace: <Replace size={16} aria-hidden="true" />,
  insert: <ListPlus size={16} aria-hidden="true" />,
  drop: <Trash2 size={16} aria-hidden="true" />,
} as const;
