import { startTransition, useEffect, useState } from "react";

/** Whether what a page shows first has been drawn; the rest then comes in small steps. Once true it stays so. */
export function useIsDrawn(): boolean {
  const [isDrawn, setIsDrawn] = useState(false);
  useEffect(() => startTransition(() => setIsDrawn(true)), []);
  return isDrawn;
}
