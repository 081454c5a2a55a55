import { logLevelNames } from "@neonrelay/contract/callers";
import type { SystemLogEntry } from "@neonrelay/contract/callers";
import { RefreshCw, ScrollText, Trash2 } from "lucide-react";
import { useDeferredValue, useState } from "react";
import { ConfirmDialog } from "../../../ui/dialog.tsx";
import { SelectField, TextField } from "../../../ui/form-fields.tsx";
import { formatDayAndTime } from "../../../ui/format-time.ts";
import { EmptyState } from "../../../ui/panel-state.tsx";
import { useClearLogs, useSystemLogs } from "./logs-data.ts";
import { MoreRows } from "../../../ui/more-rows.tsx";
import { Loaded } from "../../../ui/loaded.tsx";

const tones = { error: "text-danger", warn: "text-warn", info: "text-primary-text" } as const;

/** Warnings, errors and operators' actions, newest first; also in the admin panel. */
export function LogsSection() {
  const [level, setLevel] = useState<SystemLogEntry["level"] | "all">("all");
  const [text, setText] = useState("");
  const q = useDeferredValue(text.trim());
  const logs = useSystemLogs({ level: level === "all" ? undefined : level, q });
  return (
    <section aria-label="System Logs" className="panel flex flex-col p-4 lg:p-5">
      <div className="flex flex-wrap items-end gap-3">
        <h3 className="w-full self-center text-[17px] font-semibold xl:mr-auto xl:w-auto">
          System Logs
        </h3>
        <div className="w-28">
          <SelectField
            label="Level"
            value={level}
            choices={["all" as const, ...logLevelNames].map((value) => ({ value, name: value }))}
            onChange={setLevel}
          />
        </div>
        <div className="min-w-32 flex-1 xl:max-w-52">
          <TextField label="Search logs" value={text} maxLength={200} onChange={setText} />
        </div>
        <div className="flex gap-3">
          <button
            type="button"
            className="button"
            disabled={logs.isFetching}
            onClick={() => void logs.refetch()}
          >
            <RefreshCw size={16} aria-hidden="true" />
            Refresh
          </button>
          <ClearButton />
        </div>
      </div>
      <div className="mt-4">
        <Loaded what="logs" query={logs}>
          {({ pages }) => <LogRows rows={pages.flat()} />}
        </Loaded>
        <MoreRows query={logs} />
      </div>
    </section>
  );
}

function ClearButton() {
  const clear = useClearLogs();
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <button
        type="button"
        className="button button-danger"
        disabled={clear.isPending}
        onClick={() => setIsAsking(true)}
      >
        <Trash2 size={16} aria-hidden="true" />
        Clear Logs
      </button>
      {isAsking && (
        <ConfirmDialog
          title="Clear the logs?"
          text="This removes all rows and adds one that records who did it."
          action="Clear Logs"
          onConfirm={() => clear.mutate()}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  );
}

function LogRows({ rows }: { readonly rows: readonly SystemLogEntry[] }) {
  if (rows.length === 0) return <EmptyState icon={<ScrollText size={28} />} title="No log rows" />;
  return (
    <ul className="flex flex-col">
      {rows.map((row) => (
        <li key={row.id} className="border-t border-line py-2">
          <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
            <span className={`badge ${tones[row.level]}`}>{row.level}</span>
            <span className="min-w-0 flex-1 basis-52 break-words">{row.message}</span>
            <span className="text-[13px] text-muted tabular-nums">
              {row.category} · {formatDayAndTime(Date.parse(row.timestamp))}
            </span>
          </p>
          {row.details !== null && (
            <details className="mt-1">
              <summary className="cursor-pointer text-[13px] text-muted">Details</summary>
              <pre className="mt-1 rounded-m bg-bg p-2 font-mono text-[12px] break-all whitespace-pre-wrap">
                {JSON.stringify(row.details, undefined, 2)}
              </pre>
            </details>
          )}
        </li>
      ))}
    </ul>
  );
}
