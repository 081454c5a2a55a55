import { startTransition, useEffect, useState } from "react";
import { afterPaint } from "./after-paint.ts";

/** Whether what a page shows first has been drawn; the rest then comes in small steps. Once true it stays so. */
export function useIsDrawn(): boolean {
  const [isDrawn, setIsDrawn] = useState(false);
  useEffect(() => {
    const place = new AbortController();
    afterPaint(place.signal, () => startTransition(() => setIsDrawn(true)));
    return () => place.abort();
  }, []);
  return isDrawn;
}
