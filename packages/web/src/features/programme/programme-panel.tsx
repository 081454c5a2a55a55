import { Suspense, useState } from "react";
import { useSearchParams } from "wouter";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { LoadingRows } from "../../ui/panel-state.tsx";
import { Tab, TabList, TabPanel, Tabs } from "../../ui/tabs.tsx";
import { PlanPanel } from "./plan/plan-panel.tsx";
import { usePlaylists } from "./playlists/playlists-data.ts";

const { Part: PlaylistsPanel } = lazyPart(
  async () => (await import("./playlists/playlists-panel.tsx")).PlaylistsPanel,
);
const { Part: WeekPanel } = lazyPart(async () => (await import("./week/week-panel.tsx")).WeekPanel);
const { Part: ClocksPanel } = lazyPart(
  async () => (await import("./clocks/clocks-panel.tsx")).ClocksPanel,
);
const { Part: ShowsPanel } = lazyPart(
  async () => (await import("./shows/shows-panel.tsx")).ShowsPanel,
);
const { Part: SetUpWizard } = lazyPart(
  async () => (await import("./set-up-wizard.tsx")).SetUpWizard,
);

const tabs = [
  { id: "today", name: "Today" },
  { id: "week", name: "Week" },
  { id: "playlists", name: "Playlists" },
  { id: "clocks", name: "Clocks" },
  { id: "shows", name: "Shows" },
] as const;
const lazyTabs = [
  { id: "week", Part: WeekPanel },
  { id: "playlists", Part: PlaylistsPanel },
  { id: "clocks", Part: ClocksPanel },
  { id: "shows", Part: ShowsPanel },
] as const;

/** What the station plays without requests. The address names the open tab. */
export function ProgrammePanel() {
  const playlists = usePlaylists();
  const [search, setSearch] = useSearchParams();
  const [isStartingEmpty, setIsStartingEmpty] = useState(false);
  const open = tabs.find(({ id }) => id === search.get("tab"))?.id ?? "today";
  const openTab = (tab: string) => setSearch({ tab }, { replace: true });
  return (
    <div className="page">
      <PageHeader title="Programme">{null}</PageHeader>
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
              <TabPanel value="today" whileHidden="gone" className="flex min-w-0 flex-1 flex-col">
                <PlanPanel playlists={list} />
              </TabPanel>
              {lazyTabs.map(({ id, Part }) => (
                <TabPanel key={id} value={id} whileHidden="gone" className="min-w-0">
                  <Suspense fallback={<LoadingRows label={`Loading ${id}`} count={5} />}>
                    <Part playlists={list} />
                  </Suspense>
                </TabPanel>
              ))}
            </Tabs>
          )
        }
      </Loaded>
    </div>
  );
}
