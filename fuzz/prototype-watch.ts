/** What every object of the process inherits from; nothing that comes from outside may change it. */
const watched: readonly object[] = [
  Object.prototype,
  Array.prototype,
  Function.prototype,
  String.prototype,
  Number.prototype,
  Boolean.prototype,
  Map.prototype,
  Promise.prototype,
];

/** @returns a function that says whether any of them has been changed since, without calling getters */
export function watchPrototypes(): () => boolean {
  const before = watched.map(propertiesOf);
  return () =>
    watched.some((prototype, index) => {
      const now = propertiesOf(prototype);
      const then = before[index] ?? [];
      return now.length !== then.length || now.some((part, at) => part !== then[at]);
    });
}

/** Keys and what they hold, one after the other. */
function propertiesOf(prototype: object): readonly unknown[] {
  return Reflect.ownKeys(prototype).flatMap((key) => [
    key,
    ...Object.values(Object.getOwnPropertyDescriptor(prototype, key) ?? {}),
  ]);
}
