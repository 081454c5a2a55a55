import { createElement, lazy, useState } from "react";
import type { ComponentType } from "react";

/** A part of the app that comes in a file of its own. */
export interface LazyPart<Props extends object = object> {
  /** Loads it if it was not yet. @throws what the browser says of a file that can't be had */
  readonly load: () => Promise<ComponentType<Props>>;
  /** Drawn at once where the file is there by then; suspends until it is otherwise. */
  readonly Part: ComponentType<Props>;
}

/** Of parts whose files could not be had: each begins anew. */
const failed = new Set<() => void>();

export function lazyPart<Props extends object = object>(
  importPart: () => Promise<ComponentType<Props>>,
): LazyPart<Props> {
  let loaded: ComponentType<Props> | undefined;
  const load = async () => (loaded ??= await importPart());
  const awaited = (): ComponentType<Props> =>
    lazy(async () => {
      try {
        return { default: await load() };
      } catch (error) {
        failed.add(() => {
          Awaited = awaited();
        });
        throw error;
      }
    });
  // React keeps what it ended with, a failure too.
  let Awaited = awaited();
  function Part(props: Props) {
    // As it was when this place was first drawn: another kind of component would be another part, and begin anew.
    const [Content] = useState(() => loaded ?? Awaited);
    return createElement(Content, props);
  }
  return { load, Part };
}

/** Has parts whose files could not be had ask for them again when they are next drawn. */
export function forgetFailedParts(): void {
  for (const forget of failed) forget();
  failed.clear();
}
