import { Suspense } from "react";
import { ErrorBoundary } from "../../frame/error-boundary.tsx";
import { useIsDrawn } from "../../ui/after-paint.ts";
import { lazyPart } from "../../ui/lazy-part.tsx";

const { Part: HeardFavourite } = lazyPart(
  async () => (await import("./heard-favourite.tsx")).HeardFavourite,
);

/** The favourite button of the current track; drawn after the rest. */
export function PlayHeart() {
  if (!useIsDrawn()) return <span className="size-11" />;
  return (
    <ErrorBoundary scope="control">
      <Suspense fallback={<span className="size-11" />}>
        <HeardFavourite />
      </Suspense>
    </ErrorBoundary>
  );
}
