import type { OnAirEvent } from "@neonrelay/on-air/protocol";

/** A position in on-air's journal. */
export interface JournalPosition {
  readonly journalId: string;
  readonly number: number;
}

/** Stores what on-air reports over the link; the radio implements it. */
export interface OnAirJournal {
  /** The last event stored. */
  stored(): Promise<JournalPosition | null>;
  /** Stores one event; it is acknowledged when this resolves and sent again after a failure. */
  store(
    position: JournalPosition,
    event: OnAirEvent,
    now: {
      /** Currently connected; null: unknown. */
      readonly listeners: number | null;
    },
  ): Promise<void>;
  /** Skips an event that can never be stored; it is acknowledged when this resolves. */
  setAside(position: JournalPosition, event: OnAirEvent | null): Promise<void>;
}
