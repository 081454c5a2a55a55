import { lazy, useState } from "react";
import type { ComponentType } from "react";

/** A page that comes in a file of its own. */
export interface PageFile {
  /** Loads it if it was not yet. @throws what the browser says of a file that can't be had */
  readonly load: () => Promise<ComponentType>;
  /** Drawn at once where the file is there by then; suspends until it is otherwise. */
  readonly Page: ComponentType;
}

export function pageFile(importPage: () => Promise<ComponentType>): PageFile {
  let loaded: ComponentType | undefined;
  const load = async () => (loaded ??= await importPage());
  const LazyPage = lazy(async () => ({ default: await load() }));
  function Page() {
    // As it was when this place was first drawn: another kind of component would be another page, and begin anew.
    const [Content] = useState(() => loaded ?? LazyPage);
    return <Content />;
  }
  return { load, Page };
}
