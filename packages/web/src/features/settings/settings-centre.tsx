import { ChevronDown, LogOut, ShieldCheck } from "lucide-react";
import { Suspense, useId, useRef, useState } from "react";
import type { ComponentType } from "react";
import { useSearchParams } from "wouter";
import { ErrorBoundary } from "../../frame/error-boundary.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { LoadingRows } from "../../ui/panel-state.tsx";
import { useIsWide } from "../../ui/use-is-wide.ts";
import { Tab, TabList, TabPanel, Tabs } from "../../ui/tabs.tsx";
import { useSignOut } from "../accounts/index.ts";
import { useSettingInView } from "./setting-in-view.ts";
import { isFoundBy } from "./section-filter.ts";
import { settingsSections } from "./settings-sections.ts";
import type { SettingsSection } from "./settings-sections.ts";
import { StationSection } from "./station/station-section.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";

/** All sections but the first load on demand. */
const contents: Readonly<Record<SettingsSection, ComponentType>> = {
  station: StationSection,
  branding: lazyPart(async () => (await import("./branding/branding-section.tsx")).BrandingSection)
    .Part,
  streaming: lazyPart(
    async () => (await import("./streaming/streaming-section.tsx")).StreamingSection,
  ).Part,
  requests: lazyPart(async () => (await import("./requests-section.tsx")).RequestsSection).Part,
  sources: lazyPart(async () => (await import("./sources/sources-section.tsx")).SourcesSection)
    .Part,
  "going-public": lazyPart(
    async () => (await import("./security/going-public-section.tsx")).GoingPublicSection,
  ).Part,
  backups: lazyPart(async () => (await import("./system/backups-section.tsx")).BackupsSection).Part,
  system: lazyPart(async () => (await import("./system/system-section.tsx")).SystemSection).Part,
  users: lazyPart(async () => (await import("./users/users-section.tsx")).UsersSection).Part,
  database: lazyPart(async () => (await import("./database/database-section.tsx")).DatabaseSection)
    .Part,
  monitoring: lazyPart(
    async () => (await import("./monitoring/monitoring-section.tsx")).MonitoringSection,
  ).Part,
  logs: lazyPart(async () => (await import("./logs/logs-section.tsx")).LogsSection).Part,
  security: lazyPart(async () => (await import("./security/security-section.tsx")).SecuritySection)
    .Part,
};

/** The settings behind the gate. The URL names the open section, and maybe a setting in it. */
export function SettingsCentre() {
  const [search, setSearch] = useSearchParams();
  const open = settingsSections.find(({ id }) => id === search.get("section"))?.id ?? "station";
  useSettingInView(search.get("setting"));
  return (
    <div className="page page-form">
      <Header />
      <div className="flex min-w-0 flex-col gap-4 lg:grid lg:grid-cols-[176px_minmax(0,1fr)] lg:items-start lg:gap-6">
        <Tabs open={open} onOpen={(section) => setSearch({ section }, { replace: true })}>
          <SectionList open={open} />
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
                  <Suspense fallback={<LoadingRows label={`Loading ${name}`} count={5} />}>
                    <Content />
                  </Suspense>
                </ErrorBoundary>
              </TabPanel>
            );
          })}
        </Tabs>
      </div>
    </div>
  );
}

/**
 * Every section, with a filter that never hides the open one. On a phone the list is behind a button that names the
 * open section, and closes with a choice.
 */
function SectionList({ open }: { readonly open: SettingsSection }) {
  const isWide = useIsWide();
  const [isListed, setIsListed] = useState(false);
  const [filter, setFilter] = useState("");
  const id = useId();
  const opener = useRef<HTMLButtonElement>(null);
  const closeList = () => {
    setIsListed(false);
    opener.current?.focus();
  };
  const shown = settingsSections.filter(
    (section) => section.id === open || isFoundBy(section, filter),
  );
  return (
    <div className="flex min-w-0 flex-col gap-2 lg:sticky lg:top-6">
      {!isWide && (
        <button
          ref={opener}
          type="button"
          aria-expanded={isListed}
          aria-controls={id}
          className="button justify-between"
          onClick={() => setIsListed(!isListed)}
        >
          <span>
            <span className="sr-only">All settings, open: </span>
            {settingsSections.find((section) => section.id === open)?.name}
          </span>
          <ChevronDown
            size={18}
            aria-hidden="true"
            className={isListed ? "rotate-180" : undefined}
          />
        </button>
      )}
      <div
        id={id}
        hidden={!isWide && !isListed}
        className="flex flex-col gap-2 max-lg:panel max-lg:p-2"
      >
        <input
          type="search"
          className="field"
          aria-label="Find a setting"
          placeholder="Find a setting"
          value={filter}
          onChange={(event) => setFilter(event.target.value)}
        />
        <TabList label="Settings" isVertical className="flex flex-col" onPointed={closeList}>
          {shown.map(({ id: section, name }) => (
            <Tab key={section} value={section} className="settings-list-tab">
              {name}
            </Tab>
          ))}
        </TabList>
      </div>
    </div>
  );
}

function Header() {
  const signOut = useSignOut();
  return (
    <PageHeader title="Settings">
      <span className="badge border-accent-edge text-accent-text max-[360px]:order-last">
        <ShieldCheck size={14} aria-hidden="true" />
        Administrator
      </span>
      <button
        type="button"
        className="button ml-auto"
        disabled={signOut.isPending}
        onClick={() => signOut.mutate()}
      >
        <LogOut size={18} aria-hidden="true" className="max-sm:hidden" />
        Logout
      </button>
    </PageHeader>
  );
}
