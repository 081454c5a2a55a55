import { programmeColors } from "@neonrelay/contract/callers";
import type { ProgrammeColor } from "@neonrelay/contract/callers";
import { useId } from "react";
import { colorLooks, lineColor } from "../../ui/programme-color.ts";

/** The colour in the calendar. */
export function ColorField({
  value,
  onChange,
}: {
  readonly value: ProgrammeColor;
  readonly onChange: (color: ProgrammeColor) => void;
}) {
  const name = useId();
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-[13px] text-muted">Colour</legend>
      <div className="flex flex-wrap gap-x-4">
        {programmeColors.map((color) => (
          <label
            key={color}
            className="flex min-h-11 cursor-pointer items-center gap-2 text-[13px]"
          >
            <input
              type="radio"
              name={name}
              className="size-5 shrink-0"
              style={{ accentColor: lineColor(color) }}
              checked={color === value}
              onChange={() => onChange(color)}
            />
            <ColorDot color={color} />
            {colorLooks[color].name}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

export function ColorDot({ color }: { readonly color: ProgrammeColor }) {
  return (
    <span
      aria-hidden="true"
      className="size-3 shrink-0 rounded-full"
      style={{ background: lineColor(color) }}
    />
  );
}
