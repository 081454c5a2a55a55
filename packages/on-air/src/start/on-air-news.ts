import type { Levels } from "../protocol/index.ts";

/** What servers on the link learn live, apart from the journal. */
export type OnAirNews =
  /** The status has changed. */
  | { readonly kind: "status.changed" }
  /** A listener's connection got its first sound. */
  | {
      readonly kind: "attached";
      readonly session: { readonly cid: string; readonly startMs: number };
    }
  | { readonly kind: "levels"; readonly levels: Levels };
