/** A source of events. */
export interface EventSource<Event> {
  /** Calls `listener` with each event as it happens. @returns a function that unsubscribes it */
  readonly subscribe: (listener: (event: Event) => void) => () => void;
}

/** A typed event feed, from the part that publishes to the parts constructed after it. */
export interface Events<Event> extends EventSource<Event> {
  /** Calls every listener before returning, in the order they subscribed. */
  readonly publish: (event: Event) => void;
}

export function createEvents<Event>(): Events<Event> {
  const listeners = new Set<(event: Event) => void>();
  return {
    publish: (event) => {
      for (const listener of listeners) listener(event);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
