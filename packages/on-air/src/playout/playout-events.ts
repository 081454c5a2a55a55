/** How a DJ's play ended. */
type DjPlayEvent =
  | { readonly kind: "dj.started"; readonly playId: string }
  /** It was on air and has ended. */
  | { readonly kind: "dj.ended"; readonly playId: string }
  /** It won't be on air. */
  | { readonly kind: "dj.failed"; readonly playId: string; readonly detail: string }
  /** It crashed the engine too often. */
  | { readonly kind: "dj.crashed"; readonly playId: string }
  /** It has been silent for too long. */
  | { readonly kind: "dj.silent"; readonly playId: string }
  /** It had no sound yet, and an item of the plan comes first. */
  | { readonly kind: "dj.postponed"; readonly playId: string };

/** What happens in the playout. */
export type PlayoutEvent =
  /** What the server shows has changed: the play on air or the settings. */
  | { readonly kind: "changed" }
  /** New settings apply from here on; the play on air keeps the old ones. */
  | { readonly kind: "settings.set" }
  | DjPlayEvent;
