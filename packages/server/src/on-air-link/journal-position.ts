/** A place in a journal of on-air. */
export interface JournalPosition {
  readonly journalId: string;
  readonly number: number;
}
