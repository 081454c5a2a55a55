import { LogOut, ShieldCheck } from "lucide-react";
import type { ComponentType } from "react";
import { useSearchParams } from "wouter";
import { ErrorBoundary } from "../../app/error-boundary.tsx";
import { Tab, TabList, TabPanel, Tabs } from "../../ui/tabs.tsx";
import { sessionName, useSession, useSignOut } from "../accounts/session-data.ts";
import { BrandingSection } from "./branding-section.tsx";
import { DatabaseSection } from "./database-section.tsx";
import { LogsSection } from "./logs-section.tsx";
import { MonitoringSection } from "./monitoring-section.tsx";
import { SecuritySection } from "./security-section.tsx";
import { settingsSections } from "./settings-sections.ts";
import type { SettingsSection } from "./settings-sections.ts";
import { StationSection } from "./station-section.tsx";
import { StreamingSection } from "./streaming-section.tsx";
import { SystemSection } from "./system-section.tsx";
import { UsersSection } from "./users-section.tsx";

const contents: Readonly<Record<SettingsSection, ComponentType>> = {
  station: StationSection,
  branding: BrandingSection,
  streaming: StreamingSection,
  system: SystemSection,
  users: UsersSection,
  database: DatabaseSection,
  monitoring: MonitoringSection,
  logs: LogsSection,
  security: SecuritySection,
};

/** The settings behind the gate. The open section stands in the address, so that it can be linked to. */
export function SettingsCentre() {
  const [search, setSearch] = useSearchParams();
  const open = settingsSections.find(({ id }) => id === search.get("section"))?.id ?? "station";
  return (
    <div className="mx-auto flex max-w-6xl flex-col gap-4 p-3 lg:p-6">
      <Header />
      <Tabs open={open} onOpen={(section) => setSearch({ section }, { replace: true })}>
        <TabList label="Settings" className="flex overflow-x-auto border-b border-line">
          {settingsSections.map(({ id, name }) => (
            <Tab key={id} value={id} className="settings-tab">
              {name}
            </Tab>
          ))}
        </TabList>
        {settingsSections.map(({ id, name }) => {
          const Content = contents[id];
          return (
            <TabPanel
              key={id}
              value={id}
              whileHidden="gone"
              className="flex min-w-0 flex-col gap-4"
            >
              <h2 className="sr-only">{name}</h2>
              <ErrorBoundary scope="panel">
                <Content />
              </ErrorBoundary>
            </TabPanel>
          );
        })}
      </Tabs>
    </div>
  );
}

function Header() {
  const session = useSession();
  const signOut = useSignOut();
  return (
    <div className="flex flex-wrap items-center gap-3">
      <h1 className="text-[24px] leading-8 font-bold">Settings</h1>
      <span className="badge border-accent text-accent-text">
        <ShieldCheck size={14} aria-hidden="true" />
        Administrator
      </span>
      <span className="truncate text-[13px] text-muted max-sm:hidden">{sessionName(session)}</span>
      <button
        type="button"
        className="button button-small ml-auto"
        disabled={signOut.isPending}
        onClick={() => signOut.mutate()}
      >
        <LogOut size={16} aria-hidden="true" />
        Logout
      </button>
    </div>
  );
}
