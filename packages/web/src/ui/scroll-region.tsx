import type { ComponentProps } from "react";

/** A region that scrolls. It takes the focus, so that it scrolls by keyboard too. */
export function ScrollRegion(props: ComponentProps<"section"> & { readonly "aria-label": string }) {
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- without it the arrow keys can't scroll it
  return <section {...props} tabIndex={0} />;
}
