import { Suspense, useState } from "react";
import type { ReactNode } from "react";
import { useSearchParams } from "wouter";
import { ErrorBoundary } from "../../frame/error-boundary.tsx";
import { useSession } from "../../features/accounts/session-data.ts";
import { ChatPanel } from "../../features/chat/chat-panel.tsx";
import { useChat } from "../../features/chat/chat-context.ts";
import { formatUnread } from "../../features/chat/format-chat-time.ts";
import { useQueue } from "../../features/queue/queue-query.ts";
import { useShortcut } from "../../frame/use-shortcut.ts";
import { LoadingRows } from "../../ui/panel-state.tsx";
import { useIsIdle } from "../../ui/use-is-idle.ts";
import { Tab, TabList, TabPanel, Tabs } from "../../ui/tabs.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";

// The chat is in front at first, so the others load on demand.
const { Part: QueuePanel } = lazyPart(
  async () => (await import("../../features/queue/queue-panel.tsx")).QueuePanel,
);
const { Part: HostStrip } = lazyPart(
  async () => (await import("../../features/djs/host-strip.tsx")).HostStrip,
);
const { Part: CommentsPanel } = lazyPart(
  async () => (await import("../../features/comments/comments-panel.tsx")).CommentsPanel,
);

const sideTabs = ["queue", "chat", "comments"] as const;

/** Queue, chat and comments beside the player. The address names the open one, so you can link to it. */
export function SideTabs() {
  const count = useQueue().data?.length;
  const session = useSession();
  const [search, setSearch] = useSearchParams();
  const tab = sideTabs.find((name) => name === search.get("tab")) ?? "chat";
  const isIdle = useIsIdle();
  // Preloads the hidden tabs when pointer or focus approaches them.
  const [isNear, setIsNear] = useState(false);
  const comeNear = () => setIsNear(true);
  const isHost = session?.kind === "user" && session.rights.includes("live_broadcast");
  const setTab = (name: string) => setSearch({ tab: name }, { replace: true });
  useShortcut("q", () => setTab("queue"));
  useShortcut("i", () => setTab("chat"));
  useShortcut("c", () => setTab("chat"));
  useShortcut("o", () => setTab("comments"));
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it only gets ready what its tabs open
    <aside
      aria-label="Queue, chat and comments"
      className="panel flex min-h-[340px] flex-1 in-data-[cramped=true]:min-h-0 flex-col overflow-hidden lg:h-0 lg:min-h-full"
      onPointerEnter={comeNear}
      onFocus={comeNear}
    >
      {isHost && isIdle && (
        <ErrorBoundary scope="panel">
          <Suspense>
            <HostStrip />
          </Suspense>
        </ErrorBoundary>
      )}
      <Tabs open={tab} onOpen={setTab}>
        <TabList
          label="Queue, chat and comments"
          className="grid h-12 shrink-0 grid-cols-3 border-b border-line"
        >
          <SideTab value="queue">Queue{count === undefined ? "" : ` (${count})`}</SideTab>
          <SideTab value="chat">
            IRC Chat
            {tab !== "chat" && <UnreadBadge />}
          </SideTab>
          <SideTab value="comments">Comments</SideTab>
        </TabList>
        <SidePanel value="queue">{(isNear || tab === "queue") && <QueuePanel />}</SidePanel>
        <SidePanel value="chat">
          <ChatPanel isShown={tab === "chat"} />
        </SidePanel>
        <SidePanel value="comments">
          {(isNear || tab === "comments") && <CommentsPanel />}
        </SidePanel>
      </Tabs>
    </aside>
  );
}

function UnreadBadge() {
  const { unread } = useChat();
  if (unread === 0) return null;
  return (
    <span className="ml-1.5 rounded-full bg-secondary-text px-1.5 text-[12px] font-bold text-bg tabular-nums">
      <span className="sr-only">, </span>
      {formatUnread(unread)}
      <span className="sr-only"> unread</span>
    </span>
  );
}

function SideTab({ value, children }: { readonly value: string; readonly children: ReactNode }) {
  return (
    <Tab
      value={value}
      className="border-b-2 border-transparent font-display text-[13px] font-medium text-muted hover:text-text focus-visible:shadow-none focus-visible:-outline-offset-4 aria-selected:border-primary-edge aria-selected:font-bold aria-selected:text-text xl:text-[15px]"
    >
      {children}
    </Tab>
  );
}

function SidePanel({ value, children }: { readonly value: string; readonly children: ReactNode }) {
  return (
    <TabPanel
      value={value}
      whileHidden="kept"
      className="flex min-h-0 flex-1 flex-col justify-start focus-visible:shadow-none focus-visible:-outline-offset-4"
    >
      <ErrorBoundary scope="panel">
        <Suspense fallback={<LoadingRows label={`Loading ${value}`} count={5} />}>
          {children}
        </Suspense>
      </ErrorBoundary>
    </TabPanel>
  );
}
