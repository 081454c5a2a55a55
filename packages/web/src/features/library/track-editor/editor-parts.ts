import type { EditableTrack } from "@neonrelay/contract/callers";
import type { TrackDraft } from "./track-draft.ts";

/** Props of each part of the editor. */
export interface EditorParts {
  readonly tracks: readonly EditableTrack[];
  readonly draft: TrackDraft;
  readonly onEdit: (change: Partial<TrackDraft>) => void;
}
