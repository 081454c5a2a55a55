import type { ChatMessage } from "@neonrelay/contract/callers";
import { ArrowDown, MessagesSquare } from "lucide-react";
import { memo, Suspense, useCallback, useEffect, useRef, useState } from "react";
import type { KeyboardEvent } from "react";
import { ErrorBoundary } from "../../frame/error-boundary.tsx";
import { pressedKey } from "../../browser/pressed-key.ts";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { EmptyState, ErrorState, LoadingRows, StaleRow } from "../../ui/panel-state.tsx";
import { useRight } from "../accounts/index.ts";
import { useChat, useChatStore, useOwnNick } from "./chat-context.ts";
import { AsideRow, MessageRow, ReplyRow } from "./chat-row.tsx";
import { useFollowEnd } from "./follow-end.ts";
import { formatUnread } from "./format-chat-time.ts";
import { OlderLinesRow, useChatLines } from "./older-lines.tsx";
import { timeline } from "./timeline-rules.ts";
import type { TimelineItem } from "./timeline-rules.ts";

/** Only loaded for moderators. */
const { Part: ModerationMenu } = lazyPart(
  async () => (await import("./moderation-menu.tsx")).ModerationMenu,
);

/** Messages and events of the channel. */
export function ChatLog({
  ownName,
  isShown,
}: {
  readonly ownName: string | undefined;
  readonly isShown: boolean;
}) {
  const chat = useChatStore();
  const { statusLines, replies, unread } = useChat();
  const { scroller, isAtEnd, goToEnd, onScroll } = useFollowEnd("[data-chat-item]");
  const { lines, newest: messages, older } = useChatLines({ isAtEnd });
  const items = timeline({ messages: lines, replies, statusLines });
  const takeScroll = () => {
    // A failed page is retried only on request.
    if (onScroll() && older.status === "more") older.load();
  };
  // The pressed button disappears: the focus moves to the line that was first.
  const loadByButton = () => {
    scroller.current?.querySelector<HTMLElement>("[data-chat-item]")?.focus();
    older.load();
  };
  useEffect(() => {
    chat.setView({ isShown, isWatched: isAtEnd });
    return () => chat.setView({ isShown: false, isWatched: false });
  }, [chat, isShown, isAtEnd]);
  return (
    <div className={`relative min-h-0 flex-1 flex-col ${isShown ? "flex" : "hidden"}`}>
      <div
        ref={scroller}
        role="log"
        aria-label="Chat messages"
        aria-relevant="additions"
        // The visitor chooses what is announced: see ChatAnnouncer.
        aria-live="off"
        className="min-h-0 flex-1 overflow-y-auto py-2 text-[15px] leading-[22px] [overflow-anchor:none]"
        onScroll={takeScroll}
      >
        <div>
          <OlderLinesRow status={older.status} onLoad={loadByButton} />
          <LogContents messages={messages} items={items} ownName={ownName} />
        </div>
      </div>
      {!isAtEnd && (
        <button
          type="button"
          className="button button-small absolute bottom-3 left-1/2 -translate-x-1/2 bg-s3"
          onClick={goToEnd}
        >
          <ArrowDown size={15} aria-hidden="true" />
          Jump to latest{unread > 0 && ` (${formatUnread(unread)})`}
        </button>
      )}
      <StaleRow query={messages} />
    </div>
  );
}

function LogContents({
  messages,
  items,
  ownName,
}: {
  readonly messages: ReturnType<typeof useChatLines>["newest"];
  readonly items: readonly TimelineItem[];
  readonly ownName: string | undefined;
}) {
  if (messages.data === undefined)
    return messages.isError ? (
      <ErrorState text="The chat could not be loaded" onRetry={() => void messages.refetch()} />
    ) : (
      <LoadingRows label="Loading chat" count={5} />
    );
  if (items.length === 0)
    return (
      <EmptyState
        icon={<MessagesSquare size={32} />}
        title="No messages yet"
        text="Messages in the channel appear here."
      />
    );
  return <ChatItems items={items} ownName={ownName} />;
}

/** One stop of the Tab key; arrow keys, Home and End go from line to line. */
function ChatItems({
  items,
  ownName,
}: {
  readonly items: readonly TimelineItem[];
  readonly ownName: string | undefined;
}) {
  const list = useRef<HTMLUListElement>(null);
  const mayModerate = useRight("chat_moderation");
  const [chosen, setChosen] = useState<string>();
  const last = items.at(-1)?.id;
  const active = items.some(({ id }) => id === chosen) ? chosen : last;
  // An open menu keeps its line selected until it closes.
  const choose = useCallback((id: string) => {
    if (list.current?.querySelector("[role=menu]") === null) setChosen(id);
  }, []);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- every line can be read without the keys
    <ul ref={list} aria-label="Messages" onKeyDown={goByKey}>
      {items.map((item) => (
        <Row
          key={item.id}
          item={item}
          ownName={ownName}
          isActive={item.id === active}
          mayModerate={mayModerate && item.id === active}
          onChoose={choose}
        />
      ))}
    </ul>
  );
}

/** Memoized: a new line leaves the two hundred others alone. */
const Row = memo(function Row({
  item,
  ownName,
  isActive,
  mayModerate,
  onChoose,
}: {
  readonly item: TimelineItem;
  readonly ownName: string | undefined;
  readonly isActive: boolean;
  readonly mayModerate: boolean;
  readonly onChoose: (id: string) => void;
}) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its menu has buttons for the same
    <li
      data-chat-item
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the list is one Tab stop; arrow keys move between its lines
      tabIndex={isActive ? 0 : -1}
      className="focus-visible:bg-s2 focus-visible:shadow-none focus-visible:-outline-offset-2"
      onFocus={() => onChoose(item.id)}
      onPointerEnter={() => onChoose(item.id)}
    >
      <Item item={item} ownName={ownName} mayModerate={mayModerate} />
    </li>
  );
});

function Item({
  item,
  ownName,
  mayModerate,
}: {
  readonly item: TimelineItem;
  readonly ownName: string | undefined;
  readonly mayModerate: boolean;
}) {
  const ownNick = useOwnNick();
  const menuOf = ({ id, username, origin }: ChatMessage) =>
    mayModerate ? (
      <ErrorBoundary scope="control">
        <Suspense>
          <ModerationMenu username={username} messageId={id} isPerson={origin !== "station"} />
        </Suspense>
      </ErrorBoundary>
    ) : null;
  switch (item.kind) {
    case "message":
      return (
        <MessageRow
          message={item.message}
          ownName={ownName}
          ownNick={ownNick}
          menu={menuOf(item.message)}
        />
      );
    case "reply":
      return <ReplyRow reply={item.reply} />;
    case "aside":
      return <AsideRow lines={item.lines} menuOf={menuOf} />;
    default:
      return item satisfies never;
  }
}

function goByKey(event: KeyboardEvent<HTMLElement>): void {
  const lines = [...event.currentTarget.querySelectorAll<HTMLElement>("[data-chat-item]")];
  const at = lines.findIndex((line) => line === document.activeElement);
  const target = targetOf(pressedKey(event), { at, count: lines.length });
  if (at === -1 || target === undefined) return;
  event.preventDefault();
  lines[target]?.focus();
}

function targetOf(
  key: string,
  { at, count }: { readonly at: number; readonly count: number },
): number | undefined {
  if (key === "ArrowUp") return Math.max(0, at - 1);
  if (key === "ArrowDown") return Math.min(count - 1, at + 1);
  if (key === "Home") return 0;
  if (key === "End") return count - 1;
  return undefined;
}
