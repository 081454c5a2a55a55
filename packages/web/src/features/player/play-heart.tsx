import { lazy, Suspense } from "react";
import { useSession } from "../accounts/session-data.ts";

const HeardFavourite = lazy(async () => {
  const { HeardFavourite: button } = await import("../library/heard-favourite.tsx");
  return { default: button };
});

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
