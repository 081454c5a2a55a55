/** Counts how often each kind of event came in one window of time. */
interface FloodWindow<Event> {
  /** @returns whether the event is one of the first of its kind and to be written down on its own */
  note(key: string, event: Event): boolean;
  /** Begins a new window. @returns the last event of each kind that came too often, and how many were not written */
  end(): readonly { readonly event: Event; readonly more: number }[];
}

/** @param maxKinds kinds counted in one window; don't write events of further kinds */
export function createFloodWindow<Event>({
  maxOfKind,
  maxKinds,
}: {
  readonly maxOfKind: number;
  readonly maxKinds: number;
}): FloodWindow<Event> {
  const counted = new Map<string, { readonly event: Event; readonly times: number }>();
  return {
    note: (key, event) => {
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
