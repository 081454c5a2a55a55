import { type ReactNode, Suspense } from "react";
import { ErrorBoundary } from "../frame/error-boundary.tsx";
import { useIsDrawn } from "../ui/after-paint.ts";

/** For a part of the frame that loads once the page is drawn, and that no visitor would miss. */
export function LatePart({ children }: { readonly children: ReactNode }) {
  return (
    useIsDrawn() && (
      <ErrorBoundary scope="unseen">
        <Suspense>{children}</Suspense>
      </ErrorBoundary>
    )
  );
}
