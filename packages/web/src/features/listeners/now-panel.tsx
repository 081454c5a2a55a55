import type { CurrentListener } from "@neonrelay/contract/callers";
import { Headphones } from "lucide-react";
import { countOf, formatCount } from "../../ui/count-of.ts";
import { AskingButton } from "../../ui/dialog.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { EmptyState } from "../../ui/panel-state.tsx";
import { FigurePanel } from "./figure-panel.tsx";
import { type Column, FigureTable } from "./figure-table.tsx";
import { countryName, deviceName, doorName, lengthWords, momentWords } from "./listener-words.ts";
import { type StationDay, useCurrentListeners, useDisconnectListener } from "./listeners-data.ts";

/** Who listens now. */
export function NowPanel({ station }: { readonly station: StationDay }) {
  const current = useCurrentListeners();
  return (
    <Loaded what="listeners of now" query={current}>
      {({ items, total }) =>
        items.length === 0 ? (
          <section aria-label="Listening now" className="panel">
            <EmptyState
              icon={<Headphones size={32} />}
              title="No one listens now"
              text="Whoever tunes in is listed here within seconds."
            />
          </section>
        ) : (
          <CurrentListeners listeners={items} total={total} station={station} />
        )
      }
    </Loaded>
  );
}

function CurrentListeners({
  listeners,
  total,
  station: { timeZone },
}: {
  readonly listeners: readonly CurrentListener[];
  readonly total: number;
  readonly station: StationDay;
}) {
  return (
    <FigurePanel title="Listening now">
      <p className="pb-2 text-[13px] text-muted">
        {countOf(total, "listener")}.
        {total > listeners.length &&
          ` The ${formatCount(listeners.length)} who have listened longest are shown.`}
      </p>
      <FigureTable
        label="Listening now"
        first="Player"
        align="left"
        columns={columns}
        rows={listeners.map((listener) => ({
          ...listener,
          sinceWords: momentWords(listener.since, { timeZone, hasTime: true }),
        }))}
        keyOf={({ id }) => id}
        nameOf={({ player }) => player}
      />
    </FigurePanel>
  );
}

interface ListenerRow extends CurrentListener {
  /** `since`, in the station's time zone. */
  readonly sinceWords: string;
}

const columns: readonly Column<ListenerRow>[] = [
  { name: "Device", figureOf: ({ device }) => deviceName(device) },
  { name: "Country", figureOf: placeOf },
  { name: "Mount", figureOf: ({ mount }) => mount },
  { name: "Through", figureOf: doorName },
  { name: "Since", figureOf: ({ sinceWords }) => sinceWords },
  { name: "Listened", figureOf: ({ seconds }) => lengthWords(seconds) },
  { name: "Action", figureOf: disconnectButton },
];

/** 'Germany, BE'. */
function placeOf({ country, subdivision }: CurrentListener): string {
  const name = countryName(country);
  return subdivision === null ? name : `${name}, ${subdivision}`;
}

function disconnectButton(listener: ListenerRow) {
  return <DisconnectButton listener={listener} />;
}

function DisconnectButton({ listener }: { readonly listener: ListenerRow }) {
  const disconnect = useDisconnectListener();
  return (
    <AskingButton
      name="Disconnect"
      label={`Disconnect ${listener.player}, since ${listener.sinceWords}`}
      className="button button-small button-danger"
      isBusy={disconnect.isPending}
      question={{
        title: `Disconnect ${listener.player}?`,
        text: "The connection ends. Most players connect again by themselves.",
      }}
      onConfirm={() => disconnect.mutate(listener.id)}
    />
  );
}
