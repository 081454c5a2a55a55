import { createElement, lazy, useState } from "react";
import type { ComponentType } from "react";

/** A part of the app that comes in a file of its own. */
export interface LazyPart<Props extends object = object> {
  /** Loads it once. @throws the browser's error for a file that can't be loaded */
  readonly load: () => Promise<ComponentType<Props>>;
  /** Drawn at once where the file is there by then; suspends until it is otherwise. */
  readonly Part: ComponentType<Props>;
}

/** Parts whose files could not be loaded: each starts over. */
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
    // As at the first render: another component type would remount and start over.
    const [Content] = useState(() => loaded ?? Awaited);
    return createElement(Content, props);
  }
  return { load, Part };
}

/** Lets parts whose files could not be loaded try again at the next render. */
export function forgetFailedParts(): void {
  for (const forget of failed) forget();
  failed.clear();
}
