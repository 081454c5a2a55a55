import type { ClockSlot } from "@neonrelay/contract/callers";
import { partsOfHour } from "./slot-rules.ts";
import { slotColor } from "./slot-color.ts";

/** The hour as a bar. Other elements describe it for screen readers. */
export function HourBar({ slots }: { readonly slots: readonly ClockSlot[] }) {
  return (
    <span
      aria-hidden="true"
      className="flex h-2.5 min-w-0 flex-1 gap-px overflow-hidden rounded-full bg-s3 max-sm:hidden"
    >
      {partsOfHour(slots).map(({ slot, fromSecond, toSecond }) => (
        <span
          key={`${fromSecond} ${slot?.id ?? ""}`}
          style={{
            flex: `${Math.max(20, toSecond - fromSecond)} 1 0`,
            ...(slot !== null && { background: slotColor(slot.content) }),
          }}
        />
      ))}
    </span>
  );
}
