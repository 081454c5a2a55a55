import { expect, test } from "vitest";
import { markupInPage, wordsOf } from "../../../test-page.tsx";
import { FileWords } from "./past-edits.tsx";

test("a past edit shows its progress in the files, and which of them undo leaves alone", () => {
  const words = (withoutUndo: number) =>
    wordsOf(
      markupInPage(
        <FileWords edit={{ files: { waiting: 1, written: 3, failed: 0, withoutUndo } }} />,
        () => {},
      ),
    );

  expect(words(0)).toBe("1 file to write · 3 files written");
  expect(words(2)).toContain(
    "The originals of 2 files are not kept any more: Undo leaves them as they are.",
  );
});
