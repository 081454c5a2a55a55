import { createContext, use, useId } from "react";
import type { KeyboardEvent, ReactNode } from "react";

interface OpenTab {
  /** What the ids of these tabs and their panels begin with. */
  readonly id: string;
  readonly open: string;
  readonly onOpen: (value: string) => void;
}

const TabsContext = createContext<OpenTab>({ id: "", open: "", onOpen: () => {} });

/** Tabs and their panels, wherever below they stand. Exactly one is open: `open` is its value. */
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

/** One Tab stop: arrow keys, Home and End open the other tabs. The open tab is brought into view at first. */
export function TabList({
  label,
  className,
  children,
}: {
  readonly label: string;
  readonly className: string;
  readonly children: ReactNode;
}) {
  return (
    <div
      ref={showOpenTab}
      role="tablist"
      tabIndex={-1}
      aria-label={label}
      className={className}
      onKeyDown={move}
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
  return (
    <button
      type="button"
      role="tab"
      id={`${id}tab-${value}`}
      aria-selected={isOpen}
      aria-controls={`${id}panel-${value}`}
      tabIndex={isOpen ? 0 : -1}
      className={className}
      onClick={({ currentTarget }) => {
        // Of one at the end of a bar that is wider than the page only a part may have been seen.
        currentTarget.scrollIntoView({ block: "nearest", inline: "nearest" });
        onOpen(value);
      }}
    >
      {children}
    </button>
  );
}

/** While its tab is not open it is hidden, and what is in it gone unless it is `kept`. */
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

/** A bar may be wider than the page, and what is open at its far end. */
function showOpenTab(list: HTMLElement | null): void {
  const tab = list?.querySelector('[aria-selected="true"]');
  if (list === null || tab === null || tab === undefined) return;
  const beyond = tab.getBoundingClientRect().right - list.getBoundingClientRect().right;
  if (beyond > 0) list.scrollLeft += beyond;
}

function move(event: KeyboardEvent<HTMLElement>): void {
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')];
  const at = tabs.findIndex((tab) => tab === document.activeElement);
  const target = tabAfterKey(event.key, { at, count: tabs.length });
  if (target === undefined) return;
  event.preventDefault();
  tabs[target]?.focus();
  tabs[target]?.click();
}

/** Where a key goes to from the tab `at`; undefined: the key is none of theirs. Exported for its test. */
export function tabAfterKey(
  key: string,
  { at, count }: { readonly at: number; readonly count: number },
): number | undefined {
  if (at === -1) return undefined;
  if (key === "ArrowRight") return (at + 1) % count;
  if (key === "ArrowLeft") return (at - 1 + count) % count;
  if (key === "Home") return 0;
  if (key === "End") return count - 1;
  return undefined;
}
