/** Counts events of each kind within a time window. */
interface FloodWindow<Event> {
  /** @returns whether the event is among the first of its kind, to be recorded individually */
  admit(key: string, event: Event): boolean;
  /**
   * Starts a new window.
   * @returns the last event of each kind that exceeded the limit, and how many were not recorded
   */
  end(): readonly { readonly event: Event; readonly more: number }[];
}

/** @param maxKinds maximum kinds counted per window; don't record events of further kinds */
export function createFloodWindow<Event>({
  maxOfKind,
  maxKinds,
}: {
  readonly maxOfKind: number;
  readonly maxKinds: number;
}): FloodWindow<Event> {
  const counted = new Map<string, { readonly event: Event; readonly times: number }>();
  return {
    admit: (key, event) => {
      const before = counted.get(key);
      if (before === undefined && counted.size >= maxKinds) return false;
      const times = (before?.times ?? 0) + 1;
      counted.set(key, { event, times });
      return times <= maxOfKind;
    },
    end: () => {
      const flooded = [...counted.values()]
        .filter(({ times }) => times > maxOfKind)
        .map(({ event, times }) => ({ event, more: times - maxOfKind }));
      counted.clear();
      return flooded;
    },
  };
}
