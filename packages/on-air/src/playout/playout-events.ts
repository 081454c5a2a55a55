/** What becomes of a DJ's play. */
type DjPlayEvent =
  | { readonly kind: "dj.started"; readonly playId: string }
  /** It was on air, and no longer is. */
  | { readonly kind: "dj.ended"; readonly playId: string }
  /** It will not come on air. */
  | { readonly kind: "dj.failed"; readonly playId: string; readonly detail: string }
  /** The engine died of it once too often. */
  | { readonly kind: "dj.crashed"; readonly playId: string }
  /** Nothing has been heard of it for long. */
  | { readonly kind: "dj.silent"; readonly playId: string }
  /** It had no sound yet, and an item of the plan goes before it. */
  | { readonly kind: "dj.postponed"; readonly playId: string };

/** What happens to the playout. */
export type PlayoutEvent =
  /** What the server shows has changed: what is on air, or the settings. */
  | { readonly kind: "changed" }
  /** Other settings apply from here on; what is on air keeps the former ones. */
  | { readonly kind: "settings.set" }
  | DjPlayEvent;
