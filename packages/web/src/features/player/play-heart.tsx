import { Suspense } from "react";
import { ErrorBoundary } from "../../frame/error-boundary.tsx";
import { useSession } from "../accounts/index.ts";
import { lazyPart } from "../../ui/lazy-part.tsx";

const { Part: HeardFavourite } = lazyPart(
  async () => (await import("./heard-favourite.tsx")).HeardFavourite,
);

/** The favourite button of the current track, for signed-in users. */
export function PlayHeart() {
  const session = useSession();
  if (session?.kind !== "user") return null;
  return (
    <ErrorBoundary scope="control">
      <Suspense fallback={<span className="size-11" />}>
        <HeardFavourite />
      </Suspense>
    </ErrorBoundary>
  );
}
