import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { useSearchParams } from "wouter";
import type { documentation } from "../../ui/documentation.ts";
import { LearnMore } from "../../ui/learn-more.tsx";

const NEW = "new";

/**
 * Which item of a tab is open, according to the URL.
 * @param name of the item's parameter, such as 'clock'
 */
export function useOpened<Item extends { readonly id: string }>(
  items: readonly Item[],
  { tab, name }: { readonly tab: string; readonly name: string },
) {
  const [search, setSearch] = useSearchParams();
  const key = search.get(name);
  const opened = items.find(({ id }) => id === key);
  const show = (id: string | undefined) =>
    setSearch({ tab, ...(id !== undefined && { [name]: id }) });
  return {
    key,
    opened,
    /** A new item has no `opened`. */
    isOpen: key === NEW || opened !== undefined,
    show,
    showNew: () => show(NEW),
    close: () => show(undefined),
  };
}

/** A tab's items, below its title, their number and the button for a new one. */
export function ItemList<Item extends { readonly id: string }>({
  name,
  page,
  items,
  newButton,
  buttons,
  empty,
  children,
  onNew,
}: {
  readonly name: string;
  /** Its page of the documentation. */
  readonly page?: keyof typeof documentation;
  readonly items: readonly Item[];
  readonly newButton: ReactNode;
  /** Placed before the button for a new item. */
  readonly buttons?: ReactNode;
  /** Shown if there are no items. */
  readonly empty: ReactNode;
  /** Renders an item's row. */
  readonly children: (item: Item) => ReactNode;
  readonly onNew: () => void;
}) {
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 px-4 py-2">
        <h2 className="text-[15px] font-semibold">{name}</h2>
        <span className="badge text-muted tabular-nums">{items.length}</span>
        {page !== undefined && <LearnMore about={name} page={page} />}
        <div className="ml-auto flex gap-2">
          {buttons}
          <button type="button" className="button button-small" onClick={onNew}>
            {newButton}
          </button>
        </div>
      </div>
      {items.length === 0 && empty}
      <ul>
        {items.map((item) => (
          <li key={item.id} className="border-t border-line">
            {children(item)}
          </li>
        ))}
      </ul>
    </>
  );
}

/** A row that opens its item. */
export function ItemRow({
  children,
  onOpen,
}: {
  readonly children: ReactNode;
  readonly onOpen: () => void;
}) {
  return (
    <button
      type="button"
      className="flex min-h-16 w-full items-center gap-3 px-4 py-2 text-left hover:bg-s2 focus-visible:-outline-offset-4 focus-visible:shadow-none"
      onClick={onOpen}
    >
      {children}
      <ChevronRight size={18} aria-hidden="true" className="shrink-0 text-faint" />
    </button>
  );
}
