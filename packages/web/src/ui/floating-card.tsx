import { useEffect, useRef } from "react";
import type { KeyboardEvent, ReactNode } from "react";
import { pressedKey } from "../browser/pressed-key.ts";

/** A card on top of the page, which stays usable. Escape closes it and gives the focus back to its opener. */
export function FloatingCard({
  label,
  className,
  children,
  onClose,
}: {
  readonly label: string;
  readonly className: string;
  readonly children: ReactNode;
  readonly onClose: () => void;
}) {
  const card = useRef<HTMLElement>(null);
  useEffect(() => {
    const element = card.current;
    const opener = document.activeElement;
    element?.showPopover();
    element?.focus();
    return () => {
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, []);
  const closeOnEscape = (event: KeyboardEvent) => {
    if (pressedKey(event) === "Escape") onClose();
  };
  // The pressed element may have removed itself; without focus Escape would reach nothing.
  const keepFocus = () => {
    if (document.activeElement === document.body) card.current?.focus();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its buttons do what its keys do
    <section
      ref={card}
      popover="manual"
      aria-label={label}
      tabIndex={-1}
      className={`floating-card ${className}`}
      onKeyDown={closeOnEscape}
      onClick={() => requestAnimationFrame(keepFocus)}
    >
      {children}
    </section>
  );
}
