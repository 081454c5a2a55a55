/** Hands values on to all that follow it. What comes before anything follows waits for the first that does. */
export interface Feed<Value> {
  readonly publish: (value: Value) => void;
  /** @returns ends it */
  readonly follow: (take: (value: Value) => void) => () => void;
}

/** @param keep values that wait while nothing follows; later ones are dropped */
export function createFeed<Value>({ keep }: { readonly keep: number }): Feed<Value> {
  const followers = new Set<(value: Value) => void>();
  let waiting: readonly Value[] = [];
  return {
    publish: (value) => {
      for (const take of followers) take(value);
      if (followers.size === 0 && waiting.length < keep) waiting = [...waiting, value];
    },
    follow: (take) => {
      followers.add(take);
      const kept = waiting;
      waiting = [];
      kept.forEach(take);
      return () => void followers.delete(take);
    },
  };
}
