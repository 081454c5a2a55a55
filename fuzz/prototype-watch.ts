/** Prototypes of every object in the process; no outside data may change them. */
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

/** @returns a function that says whether any has changed since, without calling getters */
export function watchPrototypes(): () => boolean {
  const before = watched.map(propertiesOf);
  return () =>
    watched.some((prototype, index) => {
      const now = propertiesOf(prototype);
      const then = before[index] ?? [];
      return now.length !== then.length || now.some((part, at) => part !== then[at]);
    });
}

/** Keys and values, one after the other. */
function propertiesOf(prototype: object): readonly unknown[] {
  return Reflect.ownKeys(prototype).flatMap((key) => [
    key,
    ...Object.values(Object.getOwnPropertyDescriptor(prototype, key) ?? {}),
  ]);
}
