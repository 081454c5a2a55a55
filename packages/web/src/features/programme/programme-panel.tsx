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

const { Part: SetUpWizard } = lazyPart(
  async () => (await import("./set-up-wizard.tsx")).SetUpWizard,
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
  const [search, setSearch] = useSearchParams();
  const [isStartingEmpty, setIsStartingEmpty] = useState(false);
  const [isFileOpen, setIsFileOpen] = useState(false);
  const open = tabs.find(({ id }) => id === search.get("tab"))?.id ?? "today";
  const openTab = (tab: string) => setSearch({ tab }, { replace: true });
  return (
    <div className="page">
      <PageHeader title="Programme">
        <button
          type="button"
          className="button button-small"
          aria-haspopup="dialog"
          onClick={() => setIsFileOpen(true)}
        >
          Programme File
        </button>
      </PageHeader>
      {isFileOpen && (
        <ErrorBoundary scope="dialog" onClose={() => setIsFileOpen(false)}>
          <Suspense>
            <ProgrammeFileDialog onClose={() => setIsFileOpen(false)} />
          </Suspense>
        </ErrorBoundary>
      )}
      <Loaded what="playlists" query={playlists}>
        {(list) =>
          list.length === 0 && !isStartingEmpty ? (
            <Suspense fallback={<LoadingRows label="Loading programme" count={5} />}>
              <SetUpWizard
                onOwn={() => {
                  setIsStartingEmpty(true);
                  openTab("playlists");
                }}
                onWeek={() => openTab("week")}
              />
            </Suspense>
          ) : (
            <Tabs open={open} onOpen={openTab}>
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
          )
        }
      </Loaded>
    </div>
  );
}
