import { createEvents, type Events } from "@neonrelay/process/events";

/**
 * Events published before anyone listens wait for the first listener.
 * @param keep maximum number waiting; later ones are dropped
 */
export function createKeptEvents<Event>({ keep }: { readonly keep: number }): Events<Event> {
  const { publish, subscribe } = createEvents<Event>();
  let waiting: readonly Event[] = [];
  let isHeard = false;
  return {
    publish: (event) => {
      publish(event);
      if (!isHeard && waiting.length < keep) waiting = [...waiting, event];
    },
    subscribe: (listener) => {
      isHeard = true;
      const kept = waiting;
      waiting = [];
      const end = subscribe(listener);
      kept.forEach(listener);
      return end;
    },
  };
}
