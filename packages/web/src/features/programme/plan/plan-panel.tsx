import type { PlanItem, Playlist } from "@neonrelay/contract/callers";
import { CalendarClock, ListPlus, TriangleAlert, Undo2 } from "lucide-react";
import { useState } from "react";
import { Link } from "wouter";
import { countOf } from "../../../ui/count-of.ts";
import { formatTimeOfDay } from "../../../ui/format-time.ts";
import { Loaded } from "../../../ui/loaded.tsx";
import { MovableRows } from "../../../ui/movable-rows/movable-rows.tsx";
import { EmptyState, ErrorRow, LoadingRows } from "../../../ui/panel-state.tsx";
import { TrackPicker } from "../track-picker.tsx";
import {
  MAX_ITEMS,
  useAired,
  useDropFromPlan,
  useInsertIntoPlan,
  useLockInPlan,
  useMoveInPlan,
  usePlan,
  useReplaceInPlan,
  useUndoPlan,
} from "./plan-data.ts";
import { AiredPanel } from "./aired-panel.tsx";
import { gaveWayWords, scarcityOf } from "./plan-words.ts";
import { PLAN_ROW_PX, PlanRow } from "./plan-row.tsx";
import { WhyDialog } from "./why-dialog.tsx";
import type { Explained } from "./why-dialog.tsx";

/** The open dialog. */
type Opened =
  | { readonly kind: "why"; readonly explained: Explained }
  | { readonly kind: "replace"; readonly item: PlanItem }
  /** null: at the start of the plan. */
  | { readonly kind: "insert"; readonly before: PlanItem | null };

/** What was on air, and the plan of the coming hours with all controls. */
export function PlanPanel({ playlists }: { readonly playlists: readonly Playlist[] }) {
  const plan = usePlan();
  const aired = useAired();
  const [opened, setOpened] = useState<Opened | undefined>(undefined);
  // Rendered together: the upper list would shift the lower one.
  if (aired.isPending)
    return (
      <div className="panel py-2">
        <LoadingRows label="Loading plan" count={5} />
      </div>
    );
  return (
    <div className="flex flex-col gap-3 lg:gap-4">
      {aired.isError && (
        <ErrorRow text="What was on air could not be loaded" onRetry={() => void aired.refetch()} />
      )}
      <AiredPanel aired={aired} onWhy={(explained) => setOpened({ kind: "why", explained })} />
      <ComingHours plan={plan} playlists={playlists} onOpen={setOpened} />
      {opened !== undefined && <OpenedAbove opened={opened} onClose={() => setOpened(undefined)} />}
    </div>
  );
}

function ComingHours({
  plan,
  playlists,
  onOpen,
}: {
  readonly plan: ReturnType<typeof usePlan>;
  readonly playlists: readonly Playlist[];
  readonly onOpen: (opened: Opened) => void;
}) {
  return (
    <Loaded what="plan" query={plan}>
      {({ items }) => (
        <section aria-label="Plan of the coming hours" className="panel overflow-hidden pb-1">
          <PlanHeader
            count={items.length}
            onInsert={() => onOpen({ kind: "insert", before: null })}
          />
          {items.length === 0 ? (
            <EmptyPlan isOff={playlists.every(({ turn }) => turn.kind === "off")} />
          ) : (
            <>
              <ScarcityBanner scarcity={scarcityOf(items)} />
              <PlanRows items={items} onOpen={onOpen} />
              <PlanEnd items={items} />
            </>
          )}
        </section>
      )}
    </Loaded>
  );
}

/** In place of a mark in nearly every row. */
function ScarcityBanner({ scarcity }: { readonly scarcity: ReturnType<typeof scarcityOf> }) {
  if (scarcity === undefined) return null;
  const { tracks, gaveWay } = scarcity;
  return (
    <p className="mx-4 mb-2 flex items-start gap-2.5 rounded-m border border-warn/50 bg-s2 px-3 py-2 text-[13px] leading-5">
      <TriangleAlert size={16} aria-hidden="true" className="mt-0.5 shrink-0 text-warn" />
      <span>
        <strong>
          {countOf(tracks, "track")} {tracks === 1 ? "is" : "are"} too few for your repeat rules.
        </strong>{" "}
        {gaveWayWords(gaveWay)}. Add music, or relax the rules under{" "}
        <Link href="/programme?tab=analysis" className="underline">
          Analysis
        </Link>
        .
      </span>
    </p>
  );
}

function PlanRows({
  items,
  onOpen,
}: {
  readonly items: readonly PlanItem[];
  readonly onOpen: (opened: Opened) => void;
}) {
  const showsIgnored = scarcityOf(items) === undefined;
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
          showsIgnored={showsIgnored}
          place={place}
          {...actions}
          onLock={() => lock.mutate({ item, isLocked: !item.isLocked })}
          onWhy={() => onOpen({ kind: "why", explained: { ...item, ...item.track, id: item.id } })}
          onReplace={() => onOpen({ kind: "replace", item })}
          onInsert={() => onOpen({ kind: "insert", before: item })}
        />
      )}
    </MovableRows>
  );
}

/** Where the plan ends, and why it stops there. */
function PlanEnd({ items }: { readonly items: readonly PlanItem[] }) {
  const last = items.at(-1);
  if (last === undefined) return null;
  const endsAt = formatTimeOfDay(Date.parse(last.startsAt) + last.durationMs);
  return (
    <p className="px-4 py-3 text-[13px] text-muted">
      The plan ends here, at {endsAt}
      {items.length < MAX_ITEMS
        ? ". It goes on as tracks play."
        : `: it holds ${MAX_ITEMS} tracks at most. More are planned as these play.`}
    </p>
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
        Expected times, in your time zone: requests and DJs move what comes behind them.
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
      return <WhyDialog explained={opened.explained} onClose={onClose} />;
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
