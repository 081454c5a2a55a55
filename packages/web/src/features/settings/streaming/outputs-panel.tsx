import type { Output } from "@neonrelay/contract/callers";
import { Pencil, Plus, RadioTower, Trash2 } from "lucide-react";
import { useState } from "react";
import { ConfirmDialog } from "../../../ui/dialog.tsx";
import { FormSection } from "../../../ui/form-fields.tsx";
import { formatTimeOfDay } from "../../../ui/format-time.ts";
import { EmptyState } from "../../../ui/panel-state.tsx";
import {
  formatOutputAddress,
  useChangeOutput,
  useOutputs,
  useRemoveOutput,
} from "./outputs-data.ts";
import { OutputDialog } from "./output-dialog.tsx";
import { Loaded } from "../../../ui/loaded.tsx";

const words = {
  off: "Off",
  connecting: "Connecting…",
  "on-air": "On air",
  waiting: "Waiting",
  refused: "Refused",
  unknown: "Unknown",
} as const;

/** Relays of the stream to other Icecast servers. */
export function OutputsPanel() {
  const outputs = useOutputs();
  const [isAdding, setIsAdding] = useState(false);
  return (
    <FormSection title="Stream Output" text="Relay the stream to other Icecast servers.">
      <Loaded what="stream outputs" query={outputs}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState
              icon={<RadioTower size={28} />}
              title="No stream outputs"
              text="The station's own stream works without one."
            />
          ) : (
            <ul className="flex flex-col gap-2">
              {list.map((output) => (
                <OutputRow key={output.id} output={output} />
              ))}
            </ul>
          )
        }
      </Loaded>
      <div>
        <button type="button" className="button" onClick={() => setIsAdding(true)}>
          <Plus size={16} aria-hidden="true" />
          Add Stream Output
        </button>
      </div>
      {isAdding && <OutputDialog output={undefined} onClose={() => setIsAdding(false)} />}
    </FormSection>
  );
}

function OutputRow({ output }: { readonly output: Output }) {
  const { state } = output;
  const change = useChangeOutput();
  const [asks, setAsks] = useState<"edit" | "remove">();
  const address = formatOutputAddress(output);
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-m border border-line bg-s2 p-3">
      <div className="min-w-0 flex-1 basis-52">
        <p className="font-mono text-[13px] break-all">{address}</p>
        <p className="text-[13px] text-muted">
          {output.codec.toUpperCase()}
          {state.detail !== null && ` · ${state.detail}`}
          {state.retryAt !== null && ` · next try at ${formatTimeOfDay(Date.parse(state.retryAt))}`}
        </p>
      </div>
      <span className={`badge ${badgeTone(state.status)}`}>{words[state.status]}</span>
      <button
        type="button"
        className="button button-small"
        disabled={change.isPending}
        aria-label={`${output.isEnabled ? "Turn off" : "Turn on"} ${address}`}
        onClick={() => change.mutate({ id: output.id, isEnabled: !output.isEnabled })}
      >
        {output.isEnabled ? "Turn off" : "Turn on"}
      </button>
      <button
        type="button"
        className="icon-button"
        aria-label={`Edit ${address}`}
        onClick={() => setAsks("edit")}
      >
        <Pencil size={16} aria-hidden="true" />
      </button>
      <button
        type="button"
        className="icon-button"
        aria-label={`Remove ${address}`}
        onClick={() => setAsks("remove")}
      >
        <Trash2 size={16} aria-hidden="true" />
      </button>
      {asks === "edit" && <OutputDialog output={output} onClose={() => setAsks(undefined)} />}
      {asks === "remove" && <RemoveDialog output={output} onClose={() => setAsks(undefined)} />}
    </li>
  );
}

function RemoveDialog({
  output,
  onClose,
}: {
  readonly output: Output;
  readonly onClose: () => void;
}) {
  const remove = useRemoveOutput();
  return (
    <ConfirmDialog
      title="Remove the stream output?"
      text={`The station stops sending to ${formatOutputAddress(output)} and forgets its password.`}
      action="Remove"
      onConfirm={() => remove.mutate(output.id)}
      onClose={onClose}
    />
  );
}

function badgeTone(status: Output["state"]["status"]): string {
  if (status === "on-air") return "border-accent-edge text-accent-text";
  return status === "refused" ? "border-danger text-danger" : "text-muted";
}
