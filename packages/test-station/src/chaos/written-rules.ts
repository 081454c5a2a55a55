/** What web users wrote and the station confirmed. */
export interface Written {
  readonly chat: readonly string[];
  readonly comments: readonly string[];
  /** Plays of the history before the fault. */
  readonly plays: readonly string[];
  /** Entries of the queue, in the order in which they were confirmed. */
  readonly entries: readonly string[];
  /** The order that the last confirmed move made; null: none was confirmed. */
  readonly moved: readonly string[] | null;
  /** Entries whose place is not known: a move of them had no answer, which a network may keep for half a minute. */
  readonly unsure: ReadonlySet<string>;
}

/** What the station has afterwards. */
export interface Found {
  readonly chat: ReadonlySet<string>;
  readonly comments: ReadonlySet<string>;
  readonly plays: ReadonlySet<string>;
  /** In the order of the queue. */
  readonly entries: readonly string[];
  /** Requests that came on air meanwhile, which are no longer in the queue. */
  readonly aired: number;
}

/** @returns what was confirmed and is not there, as sentences */
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
