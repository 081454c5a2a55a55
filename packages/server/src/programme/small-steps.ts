/** A computation that may be paused at each yield. */
export type Steps<Outcome> = Generator<undefined, Outcome>;

/** Items per step, in under a millisecond. */
const STEP_ITEMS = 200;

/** Visits each item; may pause in between. */
export function* eachOf<Item>(items: Iterable<Item>, visit: (item: Item) => unknown): Steps<void> {
  let count = 0;
  for (const item of items) {
    visit(item);
    count += 1;
    if (count % STEP_ITEMS === 0) yield;
  }
}

/** The first items by an order, without sorting all; the order is stable. */
export function* firstOf<Item>(
  items: Iterable<Item>,
  { most, compare }: { readonly most: number; readonly compare: (a: Item, b: Item) => number },
): Steps<readonly Item[]> {
  let kept: Item[] = [];
  let last: Item | undefined;
  yield* eachOf(items, (item) => {
    if (last !== undefined && compare(item, last) >= 0) return;
    kept.push(item);
    if (kept.length < 2 * most) return;
    kept = kept.toSorted(compare).slice(0, most);
    last = kept.at(-1);
  });
  return kept.toSorted(compare).slice(0, most);
}

/** Runs all steps at once. */
export function finish<Outcome>(steps: Steps<Outcome>): Outcome {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
