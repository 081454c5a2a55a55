import type { Playlist } from "@neonrelay/contract/callers";
import { Suspense, useState } from "react";
import { useSearchParams } from "wouter";
import { ErrorBoundary } from "../../frame/error-boundary.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import type { LazyPart } from "../../ui/lazy-part.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { LoadingRows } from "../../ui/panel-state.tsx";
import { Tab, TabList, TabPanel, Tabs } from "../../ui/tabs.tsx";
import { usePlaylists } from "./playlists/playlists-data.ts";
import { useSetUp } from "./set-up-data.ts";

const { Part: SetUpWizard } = lazyPart(
  async () => (await import("./set-up-wizard.tsx")).SetUpWizard,
);

const { Part: NewProgrammeDialog } = lazyPart(
  async () => (await import("./new-programme-dialog.tsx")).NewProgrammeDialog,
);

const { Part: ProgrammeFileDialog } = lazyPart(
  async () => (await import("./file/programme-file-dialog.tsx")).ProgrammeFileDialog,
);

/** Each tab loads its own file, to keep the page small. */
const tabs: readonly ProgrammeTab[] = [
  {
    id: "today",
    name: "Today",
    ...lazyPart(async () => (await import("./plan/plan-panel.tsx")).PlanPanel),
  },
  {
    id: "week",
    name: "Week",
    ...lazyPart(async () => (await import("./week/week-panel.tsx")).WeekPanel),
  },
  {
    id: "playlists",
    name: "Playlists",
    ...lazyPart(async () => (await import("./playlists/playlists-panel.tsx")).PlaylistsPanel),
  },
  {
    id: "clocks",
    name: "Clocks",
    ...lazyPart(async () => (await import("./clocks/clocks-panel.tsx")).ClocksPanel),
  },
  {
    id: "shows",
    name: "Shows",
    ...lazyPart(async () => (await import("./shows/shows-panel.tsx")).ShowsPanel),
  },
  {
    id: "spots",
    name: "Spots",
    ...lazyPart(async () => (await import("./spots/spots-panel.tsx")).SpotsPanel),
  },
  {
    id: "analysis",
    name: "Analysis",
    ...lazyPart(async () => (await import("./analysis/analysis-panel.tsx")).AnalysisPanel),
  },
];

interface ProgrammeTab extends LazyPart<{ readonly playlists: readonly Playlist[] }> {
  readonly id: string;
  readonly name: string;
}

/** What the station plays without requests. The URL names the open tab. */
export function ProgrammePanel() {
  const playlists = usePlaylists();
  const setUp = useSetUp();
  const [search, setSearch] = useSearchParams();
  const [dialog, setDialog] = useState<"new" | "file" | undefined>(undefined);
  const open = tabs.find(({ id }) => id === search.get("tab"))?.id ?? "today";
  const openTab = (tab: string) => setSearch({ tab }, { replace: true });
  const close = () => setDialog(undefined);
  return (
    <div className="page">
      <PageHeader title="Programme">
        {setUp.data?.isProgrammeChosen === true && (
          <DialogButton name="New programme…" onOpen={() => setDialog("new")} />
        )}
        <DialogButton name="Programme File" onOpen={() => setDialog("file")} />
      </PageHeader>
      {dialog !== undefined && (
        <ErrorBoundary scope="dialog" onClose={close}>
          <Suspense>
            {dialog === "new" ? (
              <NewProgrammeDialog onOpenTab={openTab} onClose={close} />
            ) : (
              <ProgrammeFileDialog onClose={close} />
            )}
          </Suspense>
        </ErrorBoundary>
      )}
      <Loaded what="playlists" query={playlists}>
        {(list) => (
          <Loaded what="programme" query={setUp}>
            {({ isProgrammeChosen, hasOwnMusic, demoTrackIds }) =>
              isProgrammeChosen ? (
                <ProgrammeTabs list={list} open={open} onOpen={openTab} />
              ) : (
                <Question
                  hasDemo={list.length > 0 && (!hasOwnMusic || demoTrackIds.length > 0)}
                  onOpenTab={openTab}
                />
              )
            }
          </Loaded>
        )}
      </Loaded>
    </div>
  );
}

function DialogButton({ name, onOpen }: { readonly name: string; readonly onOpen: () => void }) {
  return (
    <button type="button" className="button button-small" aria-haspopup="dialog" onClick={onOpen}>
      {name}
    </button>
  );
}

/** Stays until an operator has answered it. */
function Question({
  hasDemo,
  onOpenTab,
}: {
  /** Whether the demo's playlists play. */
  readonly hasDemo: boolean;
  readonly onOpenTab: (tab: string) => void;
}) {
  const now = hasDemo
    ? "the demo's playlists, which your choice replaces"
    : "tracks from the library at random";
  return (
    <section aria-labelledby="set-up" className="panel p-4 lg:p-6">
      <h2 id="set-up" className="mb-1 text-[20px] leading-7 font-semibold">
        What should the station play?
      </h2>
      <Suspense fallback={<LoadingRows label="Loading programme" count={5} />}>
        <SetUpWizard
          text={`Until you choose, it plays ${now}. With a programme it plans the coming 12 hours, and requests still come first. You can change everything afterwards.`}
          onOwn={() => onOpenTab("playlists")}
          onTurns={() => {}}
          onWeek={() => onOpenTab("week")}
        />
      </Suspense>
    </section>
  );
}

function ProgrammeTabs({
  list,
  open,
  onOpen,
}: {
  readonly list: readonly Playlist[];
  readonly open: string;
  readonly onOpen: (tab: string) => void;
}) {
  return (
    <Tabs open={open} onOpen={onOpen}>
      <TabList label="Programme" className="tab-bar shrink-0">
        {tabs.map(({ id, name }) => (
          <Tab key={id} value={id} className="settings-tab">
            {name}
          </Tab>
        ))}
      </TabList>
      {tabs.map(({ id, Part }) => (
        <TabPanel key={id} value={id} whileHidden="gone" className="min-w-0">
          <ErrorBoundary scope="panel">
            <Suspense fallback={<LoadingRows label={`Loading ${id}`} count={5} />}>
              <Part playlists={list} />
            </Suspense>
          </ErrorBoundary>
        </TabPanel>
      ))}
    </Tabs>
  );
}
