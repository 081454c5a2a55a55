import { Listbox, ListboxOption } from "../../ui/listbox.tsx";
import type { FoundEntry, FoundGroup } from "./palette-rules.ts";

interface ListProps {
  readonly id: string;
  readonly groups: readonly FoundGroup[];
  /** Id of the entry that Enter selects. */
  readonly chosen: string | undefined;
  readonly onPoint: (found: FoundEntry) => void;
  readonly onChoose: (found: FoundEntry) => void;
}

/** The matches by group. The input keeps the focus and the keys. */
export function PaletteList({ id, groups, chosen, onPoint, onChoose }: ListProps) {
  return (
    <Listbox
      id={id}
      label="Commands"
      className="min-h-0 flex-1 scroll-py-9 overflow-y-auto px-2 pb-2 outline-none"
    >
      {groups.map(({ name, found }) => (
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a listbox may hold groups and options only
        <div key={name} role="group" aria-labelledby={`${id}-${name}`}>
          <p
            id={`${id}-${name}`}
            className="px-3 pt-3 pb-1 font-display text-[12px] font-semibold tracking-[0.06em] text-faint"
          >
            {name}
          </p>
          {found.map((match) => (
            <Option
              key={match.entry.id}
              id={optionId(id, match.entry.id)}
              match={match}
              isChosen={match.entry.id === chosen}
              onPoint={() => onPoint(match)}
              onChoose={() => onChoose(match)}
            />
          ))}
        </div>
      ))}
    </Listbox>
  );
}

export function optionId(listId: string, entryId: string): string {
  return `${listId}-${entryId}`;
}

function Option({
  id,
  match: { entry, places },
  isChosen,
  onPoint,
  onChoose,
}: {
  readonly id: string;
  readonly match: FoundEntry;
  readonly isChosen: boolean;
  readonly onPoint: () => void;
  readonly onChoose: () => void;
}) {
  const Icon = entry.icon;
  return (
    <ListboxOption
      id={id}
      isChosen={isChosen}
      className="palette-option"
      onPoint={onPoint}
      onChoose={onChoose}
    >
      <Icon size={18} aria-hidden="true" className="shrink-0 text-muted" />
      <span className="shrink-0 truncate max-sm:shrink">
        <Marked text={entry.label} places={places} />
      </span>
      {entry.note !== undefined && (
        <span className="min-w-0 truncate text-[13px] text-muted max-sm:hidden">{entry.note}</span>
      )}
      {entry.keys !== undefined && (
        <kbd className="palette-key ml-auto max-sm:hidden">
          <span className="sr-only">, key </span>
          {entry.keys}
        </kbd>
      )}
    </ListboxOption>
  );
}

/** A text with the typed letters marked. */
function Marked({ text, places }: { readonly text: string; readonly places: readonly number[] }) {
  if (places.length === 0) return text;
  const marked = new Set(places);
  // Positions count code units, as the search does, although a surrogate pair is one letter to people.
  return text.split("").map((letter, at) =>
    marked.has(at) ? (
      // The letters of a label never move.
      <span key={at} className="text-primary-text underline underline-offset-4">
        {letter}
      </span>
    ) : (
      letter
    ),
  );
}
