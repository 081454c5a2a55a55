import { useState } from "react";

/** What is stored with what was typed over it and is not saved yet. */
export function useDraft<Stored extends object>(stored: Stored) {
  const [edits, setEdits] = useState<Partial<Stored>>({});
  return {
    draft: { ...stored, ...edits },
    edits,
    isChanged: Object.keys(edits).length > 0,
    edit: (change: Partial<Stored>) => setEdits((before) => ({ ...before, ...change })),
    clear: () => setEdits({}),
  };
}
