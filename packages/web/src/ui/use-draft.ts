import { useState } from "react";

/** The stored values with the unsaved edits on top. */
export function useDraft<Stored extends object>(stored: Stored) {
  const [edits, setEdits] = useState<Partial<Stored>>({});
  return {
    draft: { ...stored, ...edits },
    edits,
    isChanged: Object.keys(edits).length > 0,
    edit: (change: Partial<Stored>) => setEdits((before) => ({ ...before, ...change })),
    /** Drops the saved edits. Later ones stay. */
    clear: () => setEdits((now) => without(now, edits)),
  };
}

function without<Edits extends object>(now: Edits, saved: Edits): Edits {
  const left = { ...now };
  for (const key in saved) if (left[key] === saved[key]) delete left[key];
  return left;
}
