import { createElement, lazy, useState } from "react";
import type { ComponentType } from "react";

/** A part of the app that comes in a file of its own. */
export interface LazyPart<Props extends object = object> {
  /** Loads it if it was not yet. @throws what the browser says of a file that can't be had */
  readonly load: () => Promise<ComponentType<Props>>;
  /** Drawn at once where the file is there by then; suspends until it is otherwise. */
  readonly Part: ComponentType<Props>;
}

export function lazyPart<Props extends object = object>(
  importPart: () => Promise<ComponentType<Props>>,
): LazyPart<Props> {
  let loaded: ComponentType<Props> | undefined;
  const load = async () => (loaded ??= await importPart());
  const Awaited: ComponentType<Props> = lazy(async () => ({ default: await load() }));
  function Part(props: Props) {
    // As it was when this place was first drawn: another kind of component would be another part, and begin anew.
    const [Content] = useState(() => loaded ?? Awaited);
    return createElement(Content, props);
  }
  return { load, Part };
}
