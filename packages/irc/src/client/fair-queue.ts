/** Something with as many lines to send, in order, and the moment it was asked for. */
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

/** Lines of many senders: each sender's in order, the senders in turn, so that a talkative sender does not hold up the others. */
export class FairQueue<Item extends QueuedLines> {
  readonly #caps: QueueCaps;
  /** In the order of their turns. */
  readonly #bySender = new Map<string, { item: Item; nextLine: number }[]>();
  #lines = 0;

  constructor(caps: QueueCaps) {
    this.#caps = caps;
  }

  get lines(): number {
    return this.#lines;
  }

  /** @returns whether there was room; otherwise whose lines have taken it */
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

  /** The line whose turn it is. */
  peek(): { readonly item: Item; readonly line: number } | undefined {
    const [waiting] = this.#bySender.values();
    const first = waiting?.[0];
    return first === undefined ? undefined : { item: first.item, line: first.nextLine };
  }

  /** Takes that line out; it is the next sender's turn. */
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

  /** Takes out what was asked for before a moment and of which no line has been sent. */
  takeOlderThan(atMs: number): readonly Item[] {
    return this.#take(({ item, nextLine }) => nextLine === 0 && item.queuedAtMs < atMs);
  }

  /** Takes out what is chosen, with what is left of its lines. */
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
