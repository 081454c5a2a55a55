import { createElement, lazy, useState } from "react";
import type { ComponentType } from "react";

/** A part of the app in its own file. */
export interface LazyPart<Props extends object = object> {
  /**
   * Loads it once.
   * @throws the browser's error if the file can't be loaded
   */
  readonly load: () => Promise<ComponentType<Props>>;
  /**
   * Renders at once if the file is loaded, otherwise suspends.
   * @throws PartNotLoadedError, to the nearest boundary
   */
  readonly Part: ComponentType<Props>;
}

/** The part's file did not load. */
export class PartNotLoadedError extends Error {}

/** Resets for parts whose files failed to load. */
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
        throw new PartNotLoadedError(String(error), { cause: error });
      }
    });
  // React keeps the outcome, even a failure.
  let Awaited = awaited();
  function Part(props: Props) {
    // Keeps what the first render used: another component type would remount and start over.
    const [Content] = useState(() => loaded ?? Awaited);
    return createElement(Content, props);
  }
  return { load, Part };
}

/** Lets parts whose files failed to load try again at the next render. */
export function forgetFailedParts(): void {
  for (const forget of failed) forget();
  failed.clear();
}
