import { useState } from "react";
import { useSearchParams } from "wouter";
import { Loaded } from "../../ui/loaded.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { Tab, TabList, TabPanel, Tabs } from "../../ui/tabs.tsx";
import { PlanPanel } from "./plan/plan-panel.tsx";
import { usePlaylists } from "./playlists/playlists-data.ts";
import { PlaylistsPanel } from "./playlists/playlists-panel.tsx";
import { SetUpWizard } from "./set-up-wizard.tsx";

const tabs = [
  { id: "today", name: "Today" },
  { id: "playlists", name: "Playlists" },
] as const;

/** What the station plays when nobody asks for anything. The open tab stands in the address. */
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
            <SetUpWizard
              onOwn={() => {
                setIsStartingEmpty(true);
                openTab("playlists");
              }}
            />
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
              <TabPanel value="playlists" whileHidden="gone" className="min-w-0">
                <PlaylistsPanel playlists={list} />
              </TabPanel>
            </Tabs>
          )
        }
      </Loaded>
    </div>
  );
}
