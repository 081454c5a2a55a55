import type { SlotStart, WhileLive } from "@neonrelay/contract/callers";
import { useState } from "react";
import { SelectField, TextField } from "../../../ui/form-fields.tsx";
import { RadioField } from "../../../ui/choice-fields.tsx";
import { minuteAndSecond, secondOf } from "./slot-rules.ts";

const choices = [
  { value: "follow", name: "Then", text: "After the slot before it." },
  {
    value: "soft",
    name: "From a time on",
    text: "Starts when the track playing at that time ends.",
  },
  {
    value: "exact",
    name: "Exactly at a time",
    text: "To the second. Fades out the track playing then.",
  },
  {
    value: "window",
    name: "Between two times",
    text: "At the end of a track. If none ends in time, what plays is faded out at the later time.",
  },
] as const;

interface StartDraft {
  readonly kind: SlotStart["kind"];
  readonly time: string;
  /** Only for a window. */
  readonly until: string;
  readonly whileLive: WhileLive;
}

/** The start of a slot. @param onChange gets undefined while the time is invalid */
export function StartFields({
  start,
  onChange,
}: {
  readonly start: SlotStart;
  readonly onChange: (start: SlotStart | undefined) => void;
}) {
  const [time, setTime] = useState(
    start.kind === "follow" ? "00:00" : minuteAndSecond(start.second),
  );
  const [until, setUntil] = useState(
    start.kind === "window" ? minuteAndSecond(start.untilSecond) : "05:00",
  );
  const [kind, setKind] = useState(start.kind);
  const [whileLive, setWhileLive] = useState("whileLive" in start ? start.whileLive : "wait");
  const tell = (next: Partial<StartDraft>) => {
    const as = { kind, time, until, whileLive, ...next };
    setKind(as.kind);
    setTime(as.time);
    setUntil(as.until);
    setWhileLive(as.whileLive);
    onChange(startOf(as));
  };
  return (
    <RadioField
      label="Begins"
      value={kind}
      choices={choices}
      onChange={(chosen) => tell({ kind: chosen })}
    >
      {kind !== "follow" && (
        <div className="mt-2 flex flex-col gap-3">
          <TextField
            label="Minute and second of the hour"
            value={time}
            maxLength={5}
            placeholder="15:00"
            problem={
              secondOf(time) === undefined ? "Enter a time such as 15:00, up to 59:59" : undefined
            }
            onChange={(typed) => tell({ time: typed })}
          />
          {kind === "window" && (
            <TextField
              label="At the latest"
              value={until}
              maxLength={5}
              placeholder="20:00"
              problem={
                (secondOf(until) ?? -1) <= (secondOf(time) ?? -1)
                  ? "Enter a later time of the hour, such as 20:00"
                  : undefined
              }
              onChange={(typed) => tell({ until: typed })}
            />
          )}
          {(kind === "exact" || kind === "window") && (
            <SelectField
              label="While a host is live"
              value={whileLive}
              choices={[
                { value: "wait", name: "Wait for them" },
                { value: "interrupt", name: "Interrupt for its length" },
                { value: "duck", name: "Play over them, lowered by 15 dB" },
              ]}
              onChange={(chosen) => tell({ whileLive: chosen })}
            />
          )}
        </div>
      )}
    </RadioField>
  );
}

/** @returns undefined while a time is invalid, or a window does not end after its start */
function startOf({ kind, time, until, whileLive }: StartDraft): SlotStart | undefined {
  if (kind === "follow") return { kind };
  const second = secondOf(time);
  if (second === undefined) return undefined;
  if (kind === "soft") return { kind, second };
  if (kind === "exact") return { kind, second, whileLive };
  const untilSecond = secondOf(until) ?? -1;
  return untilSecond > second ? { kind, second, untilSecond, whileLive } : undefined;
}
