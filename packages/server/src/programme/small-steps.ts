/** A computation that may pause at each yield. */
export type Steps<Outcome> = Generator<undefined, Outcome>;

/** So few take less than a millisecond. */
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

/** The first of many items by an order, without sorting all of them; equal ones stay in theirs. */
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

/** All steps at once. */
export function finish<Outcome>(steps: Steps<Outcome>): Outcome {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
