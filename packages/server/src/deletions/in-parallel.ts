/**
 * Processes items, a few at a time.
 * @returns the outcomes in the items' order
 * @throws the first error, once nothing is running any more
 */
export async function inParallel<Item, Outcome>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<Outcome>,
): Promise<readonly (readonly [Item, Outcome])[]> {
  const outcomes = new Map<number, readonly [Item, Outcome]>();
  const left = items.entries();
  let hasFailed = false;
  const takeTurns = async (): Promise<void> => {
    for (const [index, item] of left) {
      if (hasFailed) return;
      try {
        outcomes.set(index, [item, await work(item)]);
      } catch (error) {
        hasFailed = true;
        throw error;
      }
    }
  };
  const turns = await Promise.allSettled(Array.from({ length: atOnce }, takeTurns));
  for (const turn of turns) if (turn.status === "rejected") throw turn.reason;
  return items.flatMap((_, index) => {
    const outcome = outcomes.get(index);
    return outcome === undefined ? [] : [outcome];
  });
}
