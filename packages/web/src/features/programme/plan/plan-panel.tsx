import type { PlanItem, Playlist } from "@neonrelay/contract/callers";
import { CalendarClock, ListPlus, Undo2 } from "lucide-react";
import { useState } from "react";
import { countOf } from "../../../ui/count-of.ts";
import { Loaded } from "../../../ui/loaded.tsx";
import { MovableRows } from "../../../ui/movable-rows/movable-rows.tsx";
import { EmptyState } from "../../../ui/panel-state.tsx";
import { TrackPicker } from "../track-picker.tsx";
import {
  useDropFromPlan,
  useInsertIntoPlan,
  useLockInPlan,
  useMoveInPlan,
  usePlan,
  useReplaceInPlan,
  useUndoPlan,
} from "./plan-data.ts";
import { PLAN_ROW_PX, PlanRow } from "./plan-row.tsx";
import { WhyDialog } from "./why-dialog.tsx";

/** The open dialog. */
type Opened =
  | { readonly kind: "why"; readonly item: PlanItem }
  | { readonly kind: "replace"; readonly item: PlanItem }
  /** null: at the start of the plan. */
  | { readonly kind: "insert"; readonly before: PlanItem | null };

/** The plan of the coming hours, with all controls. */
export function PlanPanel({ playlists }: { readonly playlists: readonly Playlist[] }) {
  const plan = usePlan();
  const [opened, setOpened] = useState<Opened | undefined>(undefined);
  return (
    <Loaded what="plan" query={plan}>
      {({ items }) => (
        <section aria-label="Plan of the coming hours" className="panel overflow-hidden pb-1">
          <PlanHeader
            count={items.length}
            onInsert={() => setOpened({ kind: "insert", before: null })}
          />
          {items.length === 0 ? (
            <EmptyPlan isOff={playlists.every(({ turn }) => turn.kind === "off")} />
          ) : (
            <PlanRows items={items} onOpen={setOpened} />
          )}
          {opened !== undefined && (
            <OpenedAbove opened={opened} onClose={() => setOpened(undefined)} />
          )}
        </section>
      )}
    </Loaded>
  );
}

function PlanRows({
  items,
  onOpen,
}: {
  readonly items: readonly PlanItem[];
  readonly onOpen: (opened: Opened) => void;
}) {
  const move = useMoveInPlan();
  const drop = useDropFromPlan();
  const lock = useLockInPlan();
  return (
    <MovableRows
      label="Planned tracks"
      items={items}
      rowPx={PLAN_ROW_PX}
      canMove
      onMove={(item, index) => move.mutate({ item, index })}
      onRemove={(item) => drop.mutate(item)}
    >
      {(item, place, actions) => (
        <PlanRow
          key={item.id}
          item={item}
          index={items.indexOf(item)}
          place={place}
          {...actions}
          onLock={() => lock.mutate({ item, isLocked: !item.isLocked })}
          onWhy={() => onOpen({ kind: "why", item })}
          onReplace={() => onOpen({ kind: "replace", item })}
          onInsert={() => onOpen({ kind: "insert", before: item })}
        />
      )}
    </MovableRows>
  );
}

function PlanHeader({
  count,
  onInsert,
}: {
  readonly count: number;
  readonly onInsert: () => void;
}) {
  const undo = useUndoPlan();
  return (
    <div className="flex flex-wrap items-center gap-2 px-4 py-2">
      <h2 className="text-[15px] font-semibold">Coming Hours</h2>
      <span className="badge text-muted tabular-nums">{countOf(count, "track")}</span>
      <div className="ml-auto flex gap-2">
        <button
          type="button"
          className="button button-small"
          disabled={undo.isPending}
          onClick={() => undo.mutate(undefined)}
        >
          <Undo2 size={15} aria-hidden="true" />
          Undo
        </button>
        <button type="button" className="button button-small" onClick={onInsert}>
          <ListPlus size={15} aria-hidden="true" />
          Insert Track
        </button>
      </div>
      <p className="w-full text-[13px] leading-5 text-muted max-sm:hidden">
        Expected times: requests and DJs come first and move the rest.
      </p>
    </div>
  );
}

function EmptyPlan({ isOff }: { readonly isOff: boolean }) {
  return (
    <EmptyState
      icon={<CalendarClock size={32} />}
      title="Nothing planned"
      text={
        isOff
          ? "No playlist has a turn, so the station plays tracks from the library at random. Choose a turn under Playlists."
          : "The plan appears here once a playlist has tracks that can be played."
      }
    />
  );
}

function OpenedAbove({
  opened,
  onClose,
}: {
  readonly opened: Opened;
  readonly onClose: () => void;
}) {
  const replace = useReplaceInPlan();
  const insert = useInsertIntoPlan();
  switch (opened.kind) {
    case "why":
      return <WhyDialog item={opened.item} onClose={onClose} />;
    case "replace":
      return (
        <TrackPicker
          title={`Replace ${opened.item.track.title}`}
          action="Choose"
          onPick={(track) => {
            replace.mutate({ item: opened.item, track });
            onClose();
          }}
          onClose={onClose}
        />
      );
    case "insert":
      return (
        <TrackPicker
          title={
            opened.before === null
              ? "Insert at the Start"
              : `Insert before ${opened.before.track.title}`
          }
          action="Insert"
          onPick={(track) => {
            insert.mutate({ before: opened.before, track });
            onClose();
          }}
          onClose={onClose}
        />
      );
    default:
      return opened satisfies never;
  }
}
