import type { EditableTrack } from "@neonrelay/contract/callers";
import type { TrackDraft } from "./track-draft.ts";

/** What each part of the editor gets. */
export interface EditorParts {
  readonly tracks: readonly EditableTrack[];
  readonly draft: TrackDraft;
  readonly onEdit: (change: Partial<TrackDraft>) => void;
}
