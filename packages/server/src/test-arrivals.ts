/** What does not come for so long, on however busy a machine, does not come at all. */
const PATIENCE_MS = 25_000;

/** What comes from a peer of a test, in order, until the test takes it. */
export class Arrivals<Item> {
  readonly #items: Item[] = [];
  #wake: (hasCome: true) => void = () => {};

  push(item: Item): void {
    this.#items.push(item);
    this.#wake(true);
  }

  /** What has come and was not taken. */
  untaken(): readonly Item[] {
    return [...this.#items];
  }

  /**
   * Takes the next item that is one of those; others before it are passed over.
   * @param what they are, for the error
   * @throws Error when none comes in so long a time
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

/** Whatever it is. */
export function isAny<Item>(_item: Item): _item is Item {
  return true;
}
