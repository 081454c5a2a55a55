/**
 * Yields the values of all generators as they arrive; each is asked for its next value only once its last was taken. An
 * error in one ends all.
 */
export async function* mergeGenerators<Value>(
  generators: readonly AsyncGenerator<Value, void, undefined>[],
): AsyncGenerator<Value, void, undefined> {
  type Next = readonly [AsyncGenerator<Value, void, undefined>, IteratorResult<Value, void>];
  const next = async (generator: AsyncGenerator<Value, void, undefined>): Promise<Next> => [
    generator,
    await generator.next(),
  ];
  const pending = new Map(generators.map((generator) => [generator, next(generator)]));
  try {
    while (pending.size > 0) {
      const [generator, result] = await Promise.race(pending.values());
      if (result.done === true) {
        pending.delete(generator);
      } else {
        yield result.value;
        pending.set(generator, next(generator));
      }
    }
  } finally {
    for (const [generator, promise] of pending) {
      promise.catch(() => {}); // ends because another failed or the consumer has left
      generator.return().catch(() => {});
    }
  }
}
