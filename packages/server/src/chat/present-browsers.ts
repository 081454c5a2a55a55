import type { Caller } from "../identity/rights-rules.ts";

/** A browser with an open socket. */
export interface PresentBrowser {
  /** See networkOf. */
  readonly network: string;
  /** Who it was when last looked up; null: a guest, or not looked up yet. */
  readonly caller: Caller | null;
}

/** The browsers whose sockets are open now; /ws keeps it. */
export type PresentBrowsers = Set<PresentBrowser>;
