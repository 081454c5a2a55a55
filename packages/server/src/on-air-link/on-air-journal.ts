import type { OnAirEvent } from "@neonrelay/on-air/protocol";

/** A place in a journal of on-air. */
export interface JournalPosition {
  readonly journalId: string;
  readonly number: number;
}

/** Where the link puts what on-air reports; the radio provides it. */
export interface OnAirJournal {
  /** The last event stored. */
  stored(): Promise<JournalPosition | null>;
  /** Stores one event; it is acknowledged when this resolves and sent again after a failure. */
  store(
    position: JournalPosition,
    event: OnAirEvent,
    now: {
      /** Connected now; null: not known. */
      readonly listeners: number | null;
    },
  ): Promise<void>;
  /** Passes over an event that can never be stored; it is acknowledged when this resolves. */
  setAside(position: JournalPosition, event: OnAirEvent | null): Promise<void>;
}
