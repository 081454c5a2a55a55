import { startTransition, useEffect, useState } from "react";
import { afterPaint } from "./after-paint.ts";

/** Whether the first part of the page has been drawn; the rest follows in small steps. Stays true. */
export function useIsDrawn(): boolean {
  const [isDrawn, setIsDrawn] = useState(false);
  useEffect(() => {
    const place = new AbortController();
    afterPaint(place.signal, () => startTransition(() => setIsDrawn(true)));
    return () => place.abort();
  }, []);
  return isDrawn;
}
