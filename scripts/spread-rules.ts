/**
 * Spreads the items of one kind evenly among the others; both keep their order.
 * @param isOfKind selects the items to spread
 */
export function spreadAmong<Item>(
  items: readonly Item[],
  isOfKind: (item: Item) => boolean,
): Item[] {
  const kinds = [items.filter(isOfKind), items.filter((item) => !isOfKind(item))];
  return kinds
    .flatMap((ofOne) => ofOne.map((item, index) => ({ item, place: index / ofOne.length })))
    .toSorted((one, other) => one.place - other.place)
    .map(({ item }) => item);
}

/** Items named in the list first, in its order; the others after them, in their own order. */
export function longestFirst<Item>(
  items: readonly Item[],
  {
    nameOf,
    longest,
  }: { readonly nameOf: (item: Item) => string; readonly longest: readonly string[] },
): Item[] {
  const places = new Map(longest.map((name, place) => [name, place]));
  const placeOf = (item: Item): number => places.get(nameOf(item)) ?? longest.length;
  return items.toSorted((one, other) => placeOf(one) - placeOf(other));
}
