import { createContext, use, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { KeyboardEvent, ReactNode } from "react";
import { pressedKey } from "../browser/pressed-key.ts";

const GAP_PX = 4;
const CloseContext = createContext<() => void>(() => {});

/**
 * A button with a menu of actions. Arrow keys, Home, End and first letters move through it; Escape and Tab close it. It
 * uses the browser's popover, so no panel clips it.
 */
export function Menu({
  label,
  className,
  icon,
  children,
}: {
  readonly label: string;
  readonly className: string;
  readonly icon: ReactNode;
  readonly children: ReactNode;
}) {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button
        ref={button}
        type="button"
        className={className}
        aria-label={label}
        title={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        {icon}
      </button>
      {isOpen && (
        <OpenMenu label={label} button={button} onClose={() => setIsOpen(false)}>
          {children}
        </OpenMenu>
      )}
    </>
  );
}

export function MenuItem({
  icon,
  children,
  disabled = false,
  onSelect,
}: {
  readonly icon?: ReactNode;
  readonly children: ReactNode;
  readonly disabled?: boolean;
  readonly onSelect: () => void;
}) {
  const close = use(CloseContext);
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      className="menu-item"
      disabled={disabled}
      onClick={() => {
        close();
        onSelect();
      }}
    >
      {icon}
      {children}
    </button>
  );
}

/** The menu of a button that loads it when it is pressed. */
export function OpenMenu({
  label,
  button,
  children,
  onClose,
}: {
  readonly label: string;
  readonly button: { readonly current: HTMLElement | null };
  readonly children: ReactNode;
  readonly onClose: () => void;
}) {
  const close = () => {
    onClose();
    button.current?.focus();
  };
  return (
    <CloseContext value={close}>
      <MenuList label={label} button={button} onClose={close} onLeave={onClose}>
        {children}
      </MenuList>
    </CloseContext>
  );
}

function MenuList({
  label,
  button,
  children,
  onClose,
  onLeave,
}: {
  readonly label: string;
  readonly button: { readonly current: HTMLElement | null };
  readonly children: ReactNode;
  /** Also returns the focus. */
  readonly onClose: () => void;
  readonly onLeave: () => void;
}) {
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (list.current === null || button.current === null) return;
    list.current.showPopover();
    place(list.current, button.current.getBoundingClientRect());
    itemsOf(list.current)[0]?.focus();
  }, [button]);
  useEffect(() => {
    const leaveOutside = (event: Event) => {
      const isInside =
        event.target instanceof Node &&
        (list.current?.contains(event.target) === true ||
          button.current?.contains(event.target) === true);
      if (!isInside) onLeave();
    };
    const listening = new AbortController();
    const { signal } = listening;
    // Not on scroll: a growing list scrolls below a menu that the visitor is about to use.
    for (const event of ["pointerdown", "wheel", "touchmove"])
      document.addEventListener(event, leaveOutside, { signal, passive: true });
    window.addEventListener("resize", onLeave, { signal });
    return () => listening.abort();
  });
  return (
    <div
      ref={list}
      popover="manual"
      role="menu"
      tabIndex={-1}
      aria-label={label}
      className="menu"
      onKeyDown={(event) => {
        // A menu keeps its keys to itself: the row it belongs to must not see them.
        event.stopPropagation();
        if (pressedKey(event) === "Escape") onClose();
        if (pressedKey(event) === "Tab") onLeave();
        moveIn(event);
      }}
    >
      {children}
    </div>
  );
}

/** Below the button, or above it if that doesn't fit, and always within the page. */
function place(list: HTMLElement, button: DOMRect): void {
  const { width, height } = list.getBoundingClientRect();
  const below = button.bottom + GAP_PX;
  const top = below + height > window.innerHeight ? button.top - GAP_PX - height : below;
  list.style.top = `${Math.max(GAP_PX, top)}px`;
  list.style.left = `${Math.max(GAP_PX, button.right - width)}px`;
}

function itemsOf(list: HTMLElement): readonly HTMLElement[] {
  return [...list.querySelectorAll<HTMLElement>('[role="menuitem"]:not(:disabled)')];
}

function moveIn(event: KeyboardEvent<HTMLElement>): void {
  const items = itemsOf(event.currentTarget);
  const at = items.findIndex((item) => item === document.activeElement);
  const target = itemAfterKey(pressedKey(event), {
    at,
    texts: items.map((item) => item.textContent),
  });
  if (target === undefined) return;
  event.preventDefault();
  items[target]?.focus();
}

/** The item that a key moves to; undefined if a menu doesn't handle the key. Exported for its test. */
export function itemAfterKey(
  key: string,
  { at, texts }: { readonly at: number; readonly texts: readonly string[] },
): number | undefined {
  const count = texts.length;
  if (count === 0) return undefined;
  if (key === "ArrowDown") return (at + 1) % count;
  if (key === "ArrowUp") return (Math.max(at, 0) - 1 + count) % count;
  if (key === "Home") return 0;
  if (key === "End") return count - 1;
  if (key.length !== 1 || key === " ") return undefined;
  const letters = texts.map((text) => text.trim().charAt(0).toLowerCase());
  const after = letters.findIndex((letter, place) => place > at && letter === key.toLowerCase());
  const found = after === -1 ? letters.indexOf(key.toLowerCase()) : after;
  return found === -1 ? undefined : found;
}
