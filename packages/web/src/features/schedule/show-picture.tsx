import type { ProgrammeColor } from "@neonrelay/contract/callers";
import { Radio } from "lucide-react";
import { groundColor, lineColor } from "../../ui/programme-color.ts";

/** A show's picture, or an icon on its colour. */
export function ShowPicture({
  show: { color, pictureUrl },
  sizePx,
  className,
}: {
  readonly show: { readonly color: ProgrammeColor; readonly pictureUrl: string | null };
  readonly sizePx: number;
  readonly className: string;
}) {
  const size = { width: sizePx, height: sizePx };
  if (pictureUrl !== null)
    return (
      <img
        key={pictureUrl}
        src={pictureUrl}
        alt=""
        {...size}
        decoding="async"
        className={`aspect-square shrink-0 bg-s3 object-cover ${className}`}
      />
    );
  return (
    <span
      aria-hidden="true"
      className={`flex shrink-0 items-center justify-center border ${className}`}
      style={{
        ...size,
        background: groundColor(color),
        borderColor: `color-mix(in srgb, ${lineColor(color)} 60%, transparent)`,
        color: lineColor(color),
      }}
    >
      <Radio size={Math.round(sizePx * 0.45)} strokeWidth={1.8} />
    </span>
  );
}
