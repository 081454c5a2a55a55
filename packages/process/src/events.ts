/** A source of events. */
export interface EventSource<Event> {
  /** Calls `listener` with each event, as it happens. @returns ends that */
  readonly subscribe: (listener: (event: Event) => void) => () => void;
}

/** A typed feed of what happened, from the part that makes it to those that are made after it. */
export interface Events<Event> extends EventSource<Event> {
  /** All listeners have heard of it when this returns, in the order they subscribed. */
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
