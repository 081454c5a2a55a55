import type { libraryGroupsCalls, ResponseOf } from "@neonrelay/contract/callers";
import { countOf } from "../../../ui/count-of.ts";

type LetterCount = ResponseOf<typeof libraryGroupsCalls.listLetters>[number];

/** Jumps to the first name of a letter. On a phone it scrolls sideways. */
export function LettersBar({
  letters,
  noun,
  onJump,
}: {
  readonly letters: readonly LetterCount[];
  readonly noun: string;
  readonly onJump: (row: number) => void;
}) {
  return (
    <nav aria-label="Letters" className="shrink-0 overflow-x-auto border-b border-line px-2">
      <ul className="flex">
        {letters.map(({ letter, groups, before }) => (
          <li key={letter}>
            <button
              type="button"
              className="text-button min-w-9 text-[13px]"
              title={countOf(groups, noun)}
              aria-label={`${spokenLetter(letter)}: ${countOf(groups, noun)}`}
              onClick={() => onJump(before)}
            >
              {letter}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function spokenLetter(letter: string): string {
  if (letter === "#") return "Digits and signs";
  return letter === "…" ? "Other letters" : letter;
}
