/** Confirmed writes of web users. */
export interface Written {
  readonly chat: readonly string[];
  readonly comments: readonly string[];
  /** Plays in the history before the fault. */
  readonly plays: readonly string[];
  /** Queue entries in the order they were confirmed. */
  readonly entries: readonly string[];
  /** The order after the last confirmed move; null: none was confirmed. */
  readonly moved: readonly string[] | null;
  /** Entries in an unknown place: a move of theirs got no answer, and a network may hold it for half a minute. */
  readonly unsure: ReadonlySet<string>;
}

/** The station's data afterwards. */
export interface Found {
  readonly chat: ReadonlySet<string>;
  readonly comments: ReadonlySet<string>;
  readonly plays: ReadonlySet<string>;
  /** In queue order. */
  readonly entries: readonly string[];
  /** Requests played since, and so no longer in the queue. */
  readonly aired: number;
}

/** @returns missing confirmed writes, as sentences */
export function lostOf(written: Written, found: Found): readonly string[] {
  const lost = [
    ...missing("chat messages", written.chat, found.chat),
    ...missing("comments", written.comments, found.comments),
    ...missing("plays of the history", written.plays, found.plays),
  ];
  const queue = new Set(found.entries);
  const gone = written.entries.filter((id) => !queue.has(id)).length;
  if (gone > found.aired)
    lost.push(`${gone - found.aired} of ${written.entries.length} entries of the queue are lost`);
  if (new Set(found.entries).size < found.entries.length) lost.push("an entry is queued twice");
  if (written.moved !== null) {
    const expected = written.moved.filter((id) => queue.has(id) && !written.unsure.has(id));
    const moved = new Set(expected);
    const actual = found.entries.filter((id) => moved.has(id));
    if (expected.join() !== actual.join()) lost.push("the order that the last move made is lost");
  }
  return lost;
}

function missing(
  what: string,
  confirmed: readonly string[],
  found: ReadonlySet<string>,
): readonly string[] {
  const count = confirmed.filter((id) => !found.has(id)).length;
  return count === 0 ? [] : [`${count} of ${confirmed.length} ${what} are lost`];
}
