import { MessagesSquare } from "lucide-react";
import { Tabs } from "radix-ui";
import type { ReactNode } from "react";
import { usePageTitle } from "../app/page-title.ts";
import { AccountButton } from "../features/accounts/account-button.tsx";
import { useBranding } from "../features/branding/branding-data.ts";
import { CommentsPanel } from "../features/comments/comments-panel.tsx";
import { RecentlyPlayed } from "../features/history/recently-played.tsx";
import { NotificationBell } from "../features/notifications/notification-bell.tsx";
import { PlayerPanel } from "../features/player/player-panel.tsx";
import { QueuePanel } from "../features/queue/queue-panel.tsx";
import { useQueue } from "../features/queue/queue-data.ts";
import { VisualizerPanel } from "../features/visualizer/visualizer-panel.tsx";
import { EmptyState } from "../ui/panel-state.tsx";

export function DashboardPage() {
  usePageTitle("Dashboard");
  return (
    <div className="flex min-h-full flex-col gap-2 p-2 lg:h-full lg:min-h-[600px] lg:gap-3 lg:p-4 xl:gap-4">
      <DashboardHeader />
      <div className="flex min-h-0 flex-1 flex-col gap-2 lg:grid lg:grid-cols-[minmax(0,1fr)_320px] lg:gap-3 xl:grid-cols-[minmax(0,1fr)_360px] xl:gap-4">
        <div className="flex min-h-0 min-w-0 flex-col gap-2 lg:gap-3 xl:gap-4">
          <PlayerPanel />
          <VisualizerPanel />
          <RecentlyPlayed />
        </div>
        <SideTabs />
      </div>
    </div>
  );
}

/** On a phone its button is in the header of the shell, and its title only in the outline. */
function DashboardHeader() {
  const { controlPanelTitle, headerTags } = useBranding();
  return (
    <div className="flex shrink-0 items-center gap-3 max-lg:sr-only">
      <h1 className="truncate text-[24px] leading-8 font-bold">{controlPanelTitle}</h1>
      {headerTags.map((tag) => (
        <span key={tag} className="badge text-muted">
          {tag}
        </span>
      ))}
      <div className="ml-auto flex items-center gap-2 max-lg:hidden">
        <NotificationBell />
        <AccountButton />
      </div>
    </div>
  );
}

function SideTabs() {
  const count = useQueue().data?.length;
  return (
    <Tabs.Root
      defaultValue="chat"
      className="panel flex min-h-[340px] flex-1 flex-col overflow-hidden lg:min-h-0"
      asChild
    >
      <aside aria-label="Queue, chat and comments">
        <Tabs.List
          aria-label="Queue, chat and comments"
          className="grid h-12 shrink-0 grid-cols-3 border-b border-line"
        >
          <Tab value="queue">Queue{count === undefined ? "" : ` (${count})`}</Tab>
          <Tab value="chat">IRC Chat</Tab>
          <Tab value="comments">Comments</Tab>
        </Tabs.List>
        <TabPanel value="queue">
          <QueuePanel />
        </TabPanel>
        <TabPanel value="chat">
          <EmptyState
            icon={<MessagesSquare size={32} />}
            title="IRC Chat is being built"
            text="The bot is not connected yet. Once it is, the channel's conversation appears here and you can join it under a name of your own."
          />
        </TabPanel>
        <TabPanel value="comments">
          <CommentsPanel />
        </TabPanel>
      </aside>
    </Tabs.Root>
  );
}

function Tab({ value, children }: { readonly value: string; readonly children: ReactNode }) {
  return (
    <Tabs.Trigger
      value={value}
      className="border-b-2 border-transparent font-display text-[13px] font-medium text-muted hover:text-text focus-visible:shadow-none focus-visible:-outline-offset-4 data-[state=active]:border-primary data-[state=active]:font-bold data-[state=active]:text-text xl:text-[15px]"
    >
      {children}
    </Tabs.Trigger>
  );
}

function TabPanel({ value, children }: { readonly value: string; readonly children: ReactNode }) {
  return (
    <Tabs.Content
      value={value}
      forceMount
      className="flex min-h-0 flex-1 flex-col justify-start focus-visible:shadow-none focus-visible:-outline-offset-4 data-[state=inactive]:hidden"
    >
      {children}
    </Tabs.Content>
  );
}
