/** What has not arrived by then, even on a busy machine, never will. */
const PATIENCE_MS = 25_000;

/** Queues what a test's peer sends, in order, until the test takes it. */
export class Arrivals<Item> {
  readonly #items: Item[] = [];
  #wake: (hasCome: true) => void = () => {};

  push(item: Item): void {
    this.#items.push(item);
    this.#wake(true);
  }

  /** Items that arrived but were not taken. */
  untaken(): readonly Item[] {
    return [...this.#items];
  }

  /**
   * Takes the next matching item, skipping others before it.
   * @param what names the items, for the error
   * @throws Error when none arrives in time
   */
  async next<Wanted extends Item>(
    what: string,
    isWanted: (item: Item) => item is Wanted,
  ): Promise<Wanted> {
    const endMs = performance.now() + PATIENCE_MS;
    const passedOver: Item[] = [];
    for (;;) {
      const item = this.#items.shift();
      if (item === undefined) {
        if (!(await this.#hasComeBy(endMs)))
          throw new Error(
            `no ${what} came within ${PATIENCE_MS / 1000} s, but ${JSON.stringify(passedOver).slice(0, 1000)}`,
          );
      } else if (isWanted(item)) return item;
      else passedOver.push(item);
    }
  }

  async #hasComeBy(endMs: number): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    this.#wake = resolve;
    const timer = setTimeout(() => resolve(false), endMs - performance.now());
    const hasCome = await promise;
    clearTimeout(timer);
    return hasCome;
  }
}

/** Matches any item. */
export function isAny<Item>(_item: Item): _item is Item {
  return true;
}
