/** An item of `lineCount` lines to send in order, and when it was queued. */
export interface QueuedLines {
  readonly sender: string;
  readonly lineCount: number;
  readonly queuedAtMs: number;
}

/** Caps of a queue, in lines. */
export interface QueueCaps {
  readonly lines: number;
  readonly linesPerSender: number;
}

/**
 * A queue that serves senders in turn and keeps each sender's lines in order, so a talkative sender does not hold up
 * others.
 */
export class FairQueue<Item extends QueuedLines> {
  readonly #caps: QueueCaps;
  /** In turn order. */
  readonly #bySender = new Map<string, { item: Item; nextLine: number }[]>();
  #lines = 0;

  constructor(caps: QueueCaps) {
    this.#caps = caps;
  }

  get lines(): number {
    return this.#lines;
  }

  /** @returns whether there was room, or which limit is reached */
  add(item: Item): "queued" | "sender-full" | "full" {
    const waiting = this.#bySender.get(item.sender) ?? [];
    const ofSender = waiting.reduce((sum, each) => sum + each.item.lineCount - each.nextLine, 0);
    if (ofSender + item.lineCount > this.#caps.linesPerSender) return "sender-full";
    if (this.#lines + item.lineCount > this.#caps.lines) return "full";
    waiting.push({ item, nextLine: 0 });
    this.#bySender.set(item.sender, waiting);
    this.#lines += item.lineCount;
    return "queued";
  }

  /** The next line. */
  peek(): { readonly item: Item; readonly line: number } | undefined {
    const [waiting] = this.#bySender.values();
    const first = waiting?.[0];
    return first === undefined ? undefined : { item: first.item, line: first.nextLine };
  }

  /** Removes that line; the next sender's turn. */
  shift(): void {
    const [entry] = this.#bySender;
    if (entry === undefined) return;
    const [sender, waiting] = entry;
    const [first] = waiting;
    if (first === undefined) return;
    first.nextLine += 1;
    this.#lines -= 1;
    if (first.nextLine === first.item.lineCount) waiting.shift();
    this.#bySender.delete(sender);
    if (waiting.length > 0) this.#bySender.set(sender, waiting);
  }

  /** Removes items queued before a moment that have sent no line yet. */
  takeOlderThan(atMs: number): readonly Item[] {
    return this.#take(({ item, nextLine }) => nextLine === 0 && item.queuedAtMs < atMs);
  }

  /** Removes matching items with their remaining lines. */
  takeWhere(isChosen: (item: Item) => boolean): readonly Item[] {
    return this.#take(({ item }) => isChosen(item));
  }

  #take(isChosen: (waiting: { item: Item; nextLine: number }) => boolean): readonly Item[] {
    const taken: Item[] = [];
    for (const [sender, waiting] of this.#bySender) {
      const kept = waiting.filter((each) => !isChosen(each));
      for (const each of waiting) {
        if (!isChosen(each)) continue;
        taken.push(each.item);
        this.#lines -= each.item.lineCount - each.nextLine;
      }
      if (kept.length === 0) this.#bySender.delete(sender);
      else this.#bySender.set(sender, kept);
    }
    return taken;
  }
}
