/**
 * Those of one kind evenly among the others, from the first to the last; the order within both stays.
 * @param isOfKind says which are to be spread
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
