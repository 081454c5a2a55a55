import { Search } from "lucide-react";
import type { KeyboardEventHandler } from "react";

const LONGEST = 400;

/** The palette's first line: what is typed, and the way out. */
export function PaletteField({
  typed,
  listId,
  chosenId,
  onType,
  onKeyDown,
  onClose,
}: {
  readonly typed: string;
  /** undefined: the list is loading. */
  readonly listId?: string;
  /** Of the option that Enter runs. */
  readonly chosenId?: string | undefined;
  readonly onType: (typed: string) => void;
  readonly onKeyDown?: KeyboardEventHandler;
  readonly onClose: () => void;
}) {
  return (
    <div className="flex shrink-0 items-center gap-3 border-b border-line pr-3 pl-5">
      <Search size={18} aria-hidden="true" className="shrink-0 text-muted" />
      <input
        type="text"
        role="combobox"
        aria-label="What to do"
        aria-autocomplete="list"
        aria-expanded={listId !== undefined}
        aria-controls={listId}
        aria-activedescendant={chosenId}
        className="h-14 min-w-0 flex-1 bg-transparent text-[17px] text-ellipsis outline-none placeholder:text-faint focus-visible:shadow-none"
        placeholder="Search tracks, pages and commands"
        autoComplete="off"
        spellCheck={false}
        maxLength={LONGEST}
        value={typed}
        onKeyDown={onKeyDown}
        onChange={(event) => onType(event.target.value)}
      />
      <button type="button" className="text-button" aria-label="Close, Esc" onClick={onClose}>
        <kbd className="palette-key">Esc</kbd>
      </button>
    </div>
  );
}
