import { MessagesSquare } from "lucide-react";
import { Tabs } from "radix-ui";
import { useState } from "react";
import type { ReactNode } from "react";
import { ErrorBoundary } from "../app/error-boundary.tsx";
import { CommentsPanel } from "../features/comments/comments-panel.tsx";
import { QueuePanel } from "../features/queue/queue-panel.tsx";
import { useQueue } from "../features/queue/queue-data.ts";
import { useShortcut } from "../features/shortcuts/use-shortcut.ts";
import { EmptyState } from "../ui/panel-state.tsx";

/** Queue, chat and comments beside the player. */
export function SideTabs() {
  const count = useQueue().data?.length;
  const [tab, setTab] = useState("chat");
  useShortcut("q", () => setTab("queue"));
  useShortcut("i", () => setTab("chat"));
  useShortcut("o", () => setTab("comments"));
  return (
    <Tabs.Root
      value={tab}
      onValueChange={setTab}
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
            text="Soon the channel's conversation appears here, and you can join it under a name of your own."
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
      <ErrorBoundary scope="panel">{children}</ErrorBoundary>
    </Tabs.Content>
  );
}
