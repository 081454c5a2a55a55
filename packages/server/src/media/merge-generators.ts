/**
 * Gives what the generators give, as it comes; each is asked for its next value only when its last was taken.
 * What one of them throws ends all.
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
      promise.catch(() => {}); // it ends because another failed, or because the reader has left
      generator.return().catch(() => {});
    }
  }
}
