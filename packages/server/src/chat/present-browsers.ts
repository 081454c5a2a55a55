import type { Caller } from "../identity/rights-rules.ts";

/** A browser with an open socket. */
export interface PresentBrowser {
  /** See networkOf. */
  readonly network: string;
  /** Who it was when last checked; null: a guest, or not checked yet. */
  readonly caller: Caller | null;
}

/** Browsers whose sockets are open now; maintained by /ws. */
export type PresentBrowsers = Set<PresentBrowser>;
