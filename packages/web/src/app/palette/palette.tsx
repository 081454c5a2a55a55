import { useId, useState } from "react";
import type { KeyboardEvent } from "react";
import { pressedKey } from "../../browser/pressed-key.ts";
import { countOf } from "../../ui/count-of.ts";
import { ConfirmDialog } from "../../ui/dialog.tsx";
import { Modal } from "../../ui/modal.tsx";
import { isPaletteKey } from "../../frame/shortcut-rules.ts";
import { useBotEntries } from "./bot-entries.ts";
import { PaletteField } from "./palette-field.tsx";
import { useAccountEntries, useLibraryEntry, usePageEntries } from "./page-entries.ts";
import { findEntries, type FoundGroup, type PaletteEntry, placeAfterKey } from "./palette-rules.ts";
import { optionId, PaletteList } from "./palette-list.tsx";
import { usePlayerEntries, useVisualizerEntries } from "./player-entries.ts";
import { useSearchEntries } from "./search-entries.ts";
import { themeEntries } from "./theme-entries.ts";
import { useQueueEntries, useStationEntries } from "./station-entries.ts";

/** The command palette: every action, and what the station has, found by typing. */
export function Palette({
  typed,
  onType,
  onClose,
}: {
  readonly typed: string;
  readonly onType: (typed: string) => void;
  readonly onClose: () => void;
}) {
  const [asking, setAsking] = useState<PaletteEntry>();
  const groups = useFound(typed);
  const choose = (entry: PaletteEntry) => {
    if (entry.question !== undefined) {
      setAsking(entry);
      return;
    }
    onClose();
    entry.run();
  };
  if (asking?.question !== undefined)
    return <ConfirmDialog {...asking.question} onConfirm={asking.run} onClose={onClose} />;
  return (
    <Modal aria-label="Command palette" className="dialog palette" onClose={onClose}>
      <PaletteChooser
        typed={typed}
        groups={groups}
        onType={onType}
        onChoose={choose}
        onClose={onClose}
      />
    </Modal>
  );
}

function useFound(typed: string): readonly FoundGroup[] {
  const words = typed.trim();
  const entries = [
    ...usePageEntries(),
    ...useSearchEntries(words),
    ...usePlayerEntries(),
    ...useQueueEntries(),
    ...useStationEntries(),
    ...useVisualizerEntries(),
    ...themeEntries,
    ...useBotEntries(typed),
    ...useAccountEntries(),
  ];
  const search = useLibraryEntry(words);
  const found = findEntries(typed, entries);
  if (words === "" || words.startsWith(".")) return found;
  return [...found, { name: "Library", found: [{ entry: search, places: [] }] }];
}

function PaletteChooser({
  typed,
  groups,
  onType,
  onChoose,
  onClose,
}: {
  readonly typed: string;
  readonly groups: readonly FoundGroup[];
  readonly onType: (typed: string) => void;
  readonly onChoose: (entry: PaletteEntry) => void;
  readonly onClose: () => void;
}) {
  const listId = useId();
  /** The entry chosen for this text; when the text changes, the first entry is selected. */
  const [choice, setChoice] = useState({ typed: "", id: "" });
  const found = groups.flatMap((group) => group.found);
  const ids = found.map(({ entry }) => entry.id);
  const place = choice.typed === typed ? Math.max(0, ids.indexOf(choice.id)) : 0;
  const chosen = found[place]?.entry;
  const pressKey = (event: KeyboardEvent) => {
    const key = pressedKey(event);
    if (key === "") return;
    const next = placeAfterKey(key, { place, count: found.length });
    if (next !== undefined) setChoice({ typed, id: ids[next] ?? "" });
    else if (key === "Enter" && chosen !== undefined) onChoose(chosen);
    else if (isPaletteKey(event.nativeEvent, navigator.platform)) onClose();
    else return;
    event.preventDefault();
  };
  return (
    <>
      <PaletteField
        typed={typed}
        listId={listId}
        chosenId={chosen === undefined ? undefined : optionId(listId, chosen.id)}
        onType={onType}
        onKeyDown={pressKey}
        onClose={onClose}
      />
      <output className="sr-only">{countOf(found.length, "result")}</output>
      {found.length === 0 && (
        <p className="px-6 py-10 text-center text-muted">No command matches “{typed.trim()}”.</p>
      )}
      <PaletteList
        id={listId}
        groups={groups}
        chosen={chosen?.id}
        onPoint={({ entry }) => setChoice({ typed, id: entry.id })}
        onChoose={({ entry }) => onChoose(entry)}
      />
    </>
  );
}
