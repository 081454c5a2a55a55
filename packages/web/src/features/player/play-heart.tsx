import { Suspense } from "react";
import { useSession } from "../accounts/index.ts";
import { lazyPart } from "../../ui/lazy-part.tsx";

const { Part: HeardFavourite } = lazyPart(
  async () => (await import("./heard-favourite.tsx")).HeardFavourite,
);

/** The heart of what is heard, for whoever has an account. */
export function PlayHeart() {
  const session = useSession();
  if (session?.kind !== "user") return null;
  return (
    <Suspense fallback={<span className="size-11" />}>
      <HeardFavourite />
    </Suspense>
  );
}
