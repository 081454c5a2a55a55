import { createContext, use, useEffect, useId, useRef } from "react";
import type { KeyboardEvent, ReactNode } from "react";
import { pressedKey } from "../browser/pressed-key.ts";

interface OpenTab {
  /** The prefix of the ids of these tabs and their panels. */
  readonly id: string;
  readonly open: string;
  readonly onOpen: (value: string) => void;
}

/** How much of the neighbouring tab stays visible: the fade at the edge and a letter or two. */
const PEEK_PX = 64;

const TabsContext = createContext<OpenTab>({ id: "", open: "", onOpen: () => {} });

/** Tabs and their panels, which may be anywhere inside. Exactly one is open: `open` is its value. */
export function Tabs({
  open,
  onOpen,
  children,
}: {
  readonly open: string;
  readonly onOpen: (value: string) => void;
  readonly children: ReactNode;
}) {
  const id = useId();
  return <TabsContext value={{ id, open, onOpen }}>{children}</TabsContext>;
}

/** One Tab stop; arrow keys, Home and End open the other tabs, Up and Down those of a vertical list. A bar too wide for the page scrolls to the open tab. */
export function TabList({
  label,
  isVertical = false,
  onPointed,
  className,
  children,
}: {
  readonly label: string;
  readonly isVertical?: boolean;
  /** A tab was opened by pointer or touch, after which a list that covers the page may close. */
  readonly onPointed?: () => void;
  readonly className: string;
  readonly children: ReactNode;
}) {
  return (
    <div
      role="tablist"
      tabIndex={-1}
      aria-label={label}
      aria-orientation={isVertical ? "vertical" : undefined}
      className={className}
      onKeyDown={move}
      onClick={({ detail }) => {
        if (detail > 0) onPointed?.();
      }}
    >
      {children}
    </div>
  );
}

export function Tab({
  value,
  className,
  children,
}: {
  readonly value: string;
  readonly className: string;
  readonly children: ReactNode;
}) {
  const { id, open, onOpen } = use(TabsContext);
  const isOpen = value === open;
  const tab = useRef<HTMLButtonElement>(null);
  useEffect(
    () => (isOpen && tab.current !== null ? bringIntoView(tab.current) : undefined),
    [isOpen],
  );
  return (
    <button
      ref={tab}
      type="button"
      role="tab"
      id={`${id}tab-${value}`}
      aria-selected={isOpen}
      aria-controls={`${id}panel-${value}`}
      tabIndex={isOpen ? 0 : -1}
      className={className}
      onClick={() => onOpen(value)}
    >
      {children}
    </button>
  );
}

/** Hidden while its tab is closed. Its content is then removed, unless it is `kept`. */
export function TabPanel({
  value,
  whileHidden,
  className,
  children,
}: {
  readonly value: string;
  readonly whileHidden: "kept" | "gone";
  readonly className: string;
  readonly children: ReactNode;
}) {
  const { id, open } = use(TabsContext);
  const isOpen = value === open;
  return (
    <div
      role="tabpanel"
      id={`${id}panel-${value}`}
      aria-labelledby={`${id}tab-${value}`}
      tabIndex={0}
      hidden={!isOpen}
      className={className}
    >
      {(isOpen || whileHidden === "kept") && children}
    </div>
  );
}

/**
 * Scrolls the bar, never the page, far enough to show part of the next tab. Waits for the browser's layout, since
 * measuring earlier would force one.
 */
function bringIntoView(tab: HTMLElement): () => void {
  const observer = new IntersectionObserver(
    ([seen]) => {
      observer.disconnect();
      const list = tab.parentElement;
      const bar = seen?.rootBounds;
      if (seen === undefined || list === null || bar === null || bar === undefined) return;
      const box = seen.boundingClientRect;
      const beyond = Math.max(0, box.right + PEEK_PX - bar.right);
      const before = Math.min(0, box.left - PEEK_PX - bar.left);
      list.scrollLeft += beyond === 0 ? before : beyond;
    },
    { root: tab.parentElement },
  );
  observer.observe(tab);
  return () => observer.disconnect();
}

function move(event: KeyboardEvent<HTMLElement>): void {
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')];
  const at = tabs.findIndex((tab) => tab === document.activeElement);
  const isVertical = event.currentTarget.ariaOrientation === "vertical";
  const target = tabAfterKey(pressedKey(event), { at, count: tabs.length, isVertical });
  if (target === undefined) return;
  event.preventDefault();
  tabs[target]?.focus();
  tabs[target]?.click();
}

/** The tab that a key moves to from the tab `at`; undefined if tabs don't handle the key. Exported for its test. */
export function tabAfterKey(
  key: string,
  {
    at,
    count,
    isVertical,
  }: { readonly at: number; readonly count: number; readonly isVertical: boolean },
): number | undefined {
  if (at === -1) return undefined;
  if (key === (isVertical ? "ArrowDown" : "ArrowRight")) return (at + 1) % count;
  if (key === (isVertical ? "ArrowUp" : "ArrowLeft")) return (at - 1 + count) % count;
  if (key === "Home") return 0;
  if (key === "End") return count - 1;
  return undefined;
}
