import type { PointerEvent, ReactNode } from "react";

/**
 * The options below an input that keeps focus and keys (`aria-activedescendant`). A native list can't do that.
 */
export function Listbox({
  id,
  label,
  className,
  children,
}: {
  readonly id: string;
  readonly label: string;
  readonly className: string;
  readonly children: ReactNode;
}) {
  return (
    <div
      id={id}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- see above
      role="listbox"
      aria-label={label}
      tabIndex={-1}
      className={className}
    >
      {children}
    </div>
  );
}

export function ListboxOption({
  id,
  isChosen,
  className,
  onPoint,
  onChoose,
  children,
}: {
  readonly id: string;
  /** Enter selects it, and it is scrolled into view. */
  readonly isChosen: boolean;
  readonly className: string;
  /** Called when the pointer moves over it. */
  readonly onPoint?: (() => void) | undefined;
  readonly onChoose: () => void;
  readonly children: ReactNode;
}) {
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the input takes the keys
    <div
      id={id}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an option of the listbox above
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      ref={isChosen ? showOption : undefined}
      className={className}
      onPointerDown={keepFocus}
      onPointerMove={isChosen ? undefined : onPoint}
      onClick={onChoose}
    >
      {children}
    </div>
  );
}

function showOption(option: HTMLElement | null): void {
  option?.scrollIntoView({ block: "nearest" });
}

/** The input keeps the focus. */
function keepFocus(event: PointerEvent): void {
  event.preventDefault();
}
