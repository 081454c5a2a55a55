import { Suspense } from "react";
import { useSearchParams } from "wouter";
import { ErrorBoundary } from "../../frame/error-boundary.tsx";
import { type LazyPart, lazyPart } from "../../ui/lazy-part.tsx";
import { LearnMore } from "../../ui/learn-more.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { LoadingRows } from "../../ui/panel-state.tsx";
import { Tab, TabList, TabPanel, Tabs } from "../../ui/tabs.tsx";
import { type StationDay, useStationDay } from "./listeners-data.ts";

interface ListenersTab extends LazyPart<{ readonly station: StationDay }> {
  readonly id: string;
  readonly name: string;
}

/** Each tab loads its own file, to keep the page small. */
const tabs: readonly ListenersTab[] = [
  {
    id: "now",
    name: "Now",
    ...lazyPart(async () => (await import("./now-panel.tsx")).NowPanel),
  },
  {
    id: "history",
    name: "History",
    ...lazyPart(async () => (await import("./history-panel.tsx")).HistoryPanel),
  },
  {
    id: "tracks",
    name: "Tracks",
    ...lazyPart(async () => (await import("./tracks-panel.tsx")).TracksPanel),
  },
  {
    id: "shows",
    name: "Shows",
    ...lazyPart(async () => (await import("./shows-panel.tsx")).ShowsPanel),
  },
  {
    id: "places",
    name: "Where and how",
    ...lazyPart(async () => (await import("./places-panel.tsx")).PlacesPanel),
  },
];

/** Who listens, and who listened when, where and to what. The URL names the open tab. */
export function ListenersPanel() {
  const station = useStationDay();
  const [search, setSearch] = useSearchParams();
  const open = tabs.find(({ id }) => id === search.get("tab"))?.id ?? "now";
  const openTab = (tab: string) =>
    setSearch((old) => ({ ...Object.fromEntries(old), tab }), { replace: true });
  return (
    <div className="page">
      <PageHeader title="Listeners">
        <LearnMore about="Listeners" page="listeners" />
      </PageHeader>
      <Loaded what="listeners" query={station}>
        {(day) => (
          <Tabs open={open} onOpen={openTab}>
            <TabList label="Listeners" className="tab-bar shrink-0">
              {tabs.map(({ id, name }) => (
                <Tab key={id} value={id} className="settings-tab">
                  {name}
                </Tab>
              ))}
            </TabList>
            <p className="px-1 text-[13px] text-muted">
              Days and times are the station's, in {day.timeZone}.
            </p>
            {tabs.map(({ id, name, Part }) => (
              <TabPanel key={id} value={id} whileHidden="gone" className="min-w-0">
                <ErrorBoundary scope="panel">
                  <Suspense fallback={<LoadingRows label={`Loading ${name}`} count={5} />}>
                    <div className="flex min-w-0 flex-col gap-3">
                      <Part station={day} />
                    </div>
                  </Suspense>
                </ErrorBoundary>
              </TabPanel>
            ))}
          </Tabs>
        )}
      </Loaded>
    </div>
  );
}
