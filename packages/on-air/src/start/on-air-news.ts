import type { Levels } from "../protocol/index.ts";

/** What servers on the link learn as it happens, beside the journal. */
export type OnAirNews =
  /** The status is another. */
  | { readonly kind: "status.changed" }
  /** A listener's connection has its first sound. */
  | {
      readonly kind: "attached";
      readonly session: { readonly cid: string; readonly startMs: number };
    }
  | { readonly kind: "levels"; readonly levels: Levels };
