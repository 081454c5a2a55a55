import type { ClockSlot } from "@neonrelay/contract/callers";
import { minuteAndSecond, type NameOf, partsOfHour, slotColor, slotWords } from "./slot-rules.ts";

const RADIUS = 40;
/** The gap between two parts of the ring, in seconds of the hour. */
const GAP_SECONDS = 8;
const QUARTERS = [
  { words: ":00", x: 60, y: 10 },
  { words: ":15", x: 111, y: 63 },
  { words: ":30", x: 60, y: 116 },
  { words: ":45", x: 9, y: 63 },
] as const;

/** The hour as a clock face with its slots, roughly. The list of slots describes the same. */
export function HourRing({
  slots,
  nameOf,
}: {
  readonly slots: readonly ClockSlot[];
  readonly nameOf: NameOf;
}) {
  const parts = partsOfHour(slots);
  return (
    <svg aria-hidden="true" viewBox="0 0 120 126" className="mx-auto block w-full max-w-72">
      <circle cx="60" cy="63" r={RADIUS} fill="none" stroke="var(--s3)" strokeWidth="12" />
      {parts.map(
        ({ slot, fromSecond, toSecond }) =>
          slot !== null && (
            <circle
              key={slot.id}
              cx="60"
              cy="63"
              r={RADIUS}
              fill="none"
              stroke={slotColor(slot.content)}
              strokeWidth="12"
              pathLength="3600"
              strokeDasharray={`${Math.max(2, toSecond - fromSecond - GAP_SECONDS)} 3600`}
              strokeDashoffset={-fromSecond}
              transform="rotate(-90 60 63)"
            >
              <title>{`${minuteAndSecond(fromSecond)} ${slotWords(slot, nameOf)}`}</title>
            </circle>
          ),
      )}
      {slots.map(({ id, start }) => start.kind === "exact" && <Tick key={id} at={start.second} />)}
      {QUARTERS.map(({ words, x, y }) => (
        <text
          key={words}
          x={x}
          y={y}
          fontSize="7"
          textAnchor="middle"
          dominantBaseline="middle"
          fill="var(--muted)"
        >
          {words}
        </text>
      ))}
      <text x="60" y="60" fontSize="11" fontWeight="600" textAnchor="middle" fill="var(--text)">
        {slots.length}
      </text>
      <text x="60" y="71" fontSize="7" textAnchor="middle" fill="var(--muted)">
        {slots.length === 1 ? "slot" : "slots"}
      </text>
    </svg>
  );
}

/** A line across the ring at an exact time. */
function Tick({ at }: { readonly at: number }) {
  return (
    <line
      x1="60"
      x2="60"
      y1="13"
      y2="33"
      stroke="var(--text)"
      strokeWidth="1.5"
      transform={`rotate(${at / 10} 60 63)`}
    />
  );
}
