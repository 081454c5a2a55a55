import type { SystemStatus } from "@neonrelay/contract/callers";
import { useId } from "react";
import { UNKNOWN } from "../../../ui/format-time.ts";
import { formatBytes } from "../../../ui/format-bytes.ts";

/** Also in the admin panel. */
export function UsageBars({ system }: { readonly system: SystemStatus }) {
  const { cpuPercent, memory, disk } = system;
  return (
    <>
      <UsageBar
        label="CPU"
        percent={cpuPercent}
        text={cpuPercent === null ? UNKNOWN : `${Math.round(cpuPercent)} %`}
      />
      <UsageBar
        label="Memory"
        percent={(memory.usedBytes / memory.totalBytes) * 100}
        text={`${formatBytes(memory.usedBytes)} of ${formatBytes(memory.totalBytes)}`}
      />
      <UsageBar
        label="Disk"
        percent={disk === null ? null : (disk.usedBytes / disk.totalBytes) * 100}
        text={
          disk === null
            ? UNKNOWN
            : `${formatBytes(disk.usedBytes)} of ${formatBytes(disk.totalBytes)}`
        }
      />
    </>
  );
}

/** How much is in use; null: not measurable. */
function UsageBar({
  label,
  percent,
  text,
}: {
  readonly label: string;
  readonly percent: number | null;
  readonly text: string;
}) {
  const id = useId();
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex justify-between gap-3 text-[13px]">
        <label htmlFor={id} className="text-muted">
          {label}
        </label>
        <span className="tabular-nums">{text}</span>
      </div>
      <progress id={id} className="progress" max={100} value={percent ?? 0} />
    </div>
  );
}
