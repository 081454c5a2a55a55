import type { ProgrammeColor } from "@neonrelay/contract/callers";
import { Radio } from "lucide-react";
import { colorLooks, groundColor } from "./show-color.ts";

/** Stands for a show: its colour, with a sign in it. */
export function ShowPicture({
  color,
  sizePx,
  className = "",
}: {
  readonly color: ProgrammeColor;
  readonly sizePx: number;
  readonly className?: string;
}) {
  return (
    <span
      aria-hidden="true"
      className={`flex aspect-square shrink-0 items-center justify-center border ${className}`}
      style={{
        width: sizePx,
        height: sizePx,
        background: groundColor(color),
        borderColor: `hsl(${colorLooks[color]} / 0.6)`,
        color: `hsl(${colorLooks[color]})`,
      }}
    >
      <Radio size={Math.round(sizePx * 0.45)} strokeWidth={1.8} />
    </span>
  );
}
