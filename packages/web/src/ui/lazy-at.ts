import { lazy } from "react";
import type { ComponentType, LazyExoticComponent } from "react";

/**
 * A page in a file of its own. Who comes straight to one of its routes has it asked for at once, not only when
 * everything around it has been drawn.
 */
export function lazyAt(
  routes: readonly string[],
  load: () => Promise<ComponentType>,
): LazyExoticComponent<ComponentType> {
  let early = routes.includes(location.pathname) ? load() : undefined;
  // Should it fail, it is tried again by whoever shows it, who says so.
  early?.catch(() => (early = undefined));
  return lazy(async () => ({ default: await (early ?? load()) }));
}
