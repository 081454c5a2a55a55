import { GripVertical } from "lucide-react";
import type { RowPlace } from "./movable-rows.tsx";

/** The drag handle; absent for visitors who may not move rows. */
export function RowGrip({ gripProps }: Pick<RowPlace, "gripProps">) {
  if (gripProps === undefined) return null;
  return (
    <span
      {...gripProps}
      aria-hidden="true"
      title="Drag to move"
      className="-mr-2 flex h-11 w-6 shrink-0 cursor-grab touch-none items-center justify-center text-faint"
    >
      <GripVertical size={16} />
    </span>
  );
}
