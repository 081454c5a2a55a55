import type { Play } from "@neonrelay/contract/callers";
import { History } from "lucide-react";
import { Dialog } from "../../ui/dialog.tsx";
import { formatDay } from "../../ui/format-time.ts";
import { EmptyState, ErrorRow, ErrorState, LoadingRows } from "../../ui/panel-state.tsx";
import { useClosedBecause } from "../accounts/index.ts";
import { useFavourites } from "../library/index.ts";
import { useAddToQueue } from "../queue/index.ts";
import { useNowPlaying } from "../radio/index.ts";
import { MoreRows } from "../../ui/more-rows.tsx";
import { useHistory, useListening } from "./history-data.ts";
import { HistoryRow } from "./history-row.tsx";
import { type HeardPlay, markHeard } from "./listening-recorder.ts";

/** The play history, with what this browser heard of it. */
export function HistorySheet({ onClose }: { readonly onClose: () => void }) {
  const history = useHistory();
  const plays = history.data?.pages.flat();
  return (
    <Dialog title="History" isSheet onClose={onClose}>
      {plays === undefined && history.isError && (
        <ErrorState text="The history could not be loaded" onRetry={() => void history.refetch()} />
      )}
      {plays === undefined && !history.isError && <LoadingRows label="Loading history" count={8} />}
      {plays?.length === 0 && (
        <EmptyState
          icon={<History size={32} />}
          title="Nothing has been on air yet"
          text="Tracks appear here with the time they played."
        />
      )}
      {plays !== undefined && <Days plays={plays} />}
      {plays !== undefined && history.isError && (
        <ErrorRow text="More could not be loaded" onRetry={() => void history.refetch()} />
      )}
      <MoreRows query={history} />
    </Dialog>
  );
}

function Days({ plays }: { readonly plays: readonly Play[] }) {
  const rows = markHeard(plays, useListening());
  const onAirId = useNowPlaying().data?.now?.id;
  const favourites = useFavourites();
  const add = useAddToQueue();
  const closedBecause = useClosedBecause("request");
  return daysOf(rows).map(([day, ofDay]) => (
    <section key={day} aria-label={day} className="mb-4">
      <h3 className="mb-1 text-[13px] font-semibold tracking-[0.06em] text-muted">{day}</h3>
      <ol>
        {ofDay.map((row) => (
          <HistoryRow
            key={row.play.id}
            row={row}
            isOnAir={row.play.id === onAirId}
            favourites={favourites}
            closedBecause={closedBecause}
            onQueue={(track) => add.mutate(track)}
          />
        ))}
      </ol>
    </section>
  ));
}

/** The rows by day in the visitor's time zone, in order. */
function daysOf(rows: readonly HeardPlay<Play>[]): readonly [string, HeardPlay<Play>[]][] {
  return [...Map.groupBy(rows, ({ play }) => formatDay(play.startedAtMs))];
}
