import type { CueSheet, TrackCues } from "@neonrelay/contract/callers";
import type { Peaks } from "./peaks-rules.ts";
import type { View } from "./view-rules.ts";

/** Props of each part of the editor. */
export interface WaveformParts {
  readonly sheet: CueSheet;
  readonly peaks: Peaks;
  readonly cues: TrackCues;
  readonly onCues: (cues: TrackCues) => void;
  readonly view: View;
  readonly onView: (view: View) => void;
  readonly playheadMs: number;
  readonly onPlayhead: (ms: number) => void;
  /** The nearest place to snap to, if one is in range. */
  readonly snap: (ms: number) => number;
  /** Every place to snap to, in order. */
  readonly marks: readonly number[];
}
