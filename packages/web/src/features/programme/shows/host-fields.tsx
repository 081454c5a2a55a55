import { UserPlus, X } from "lucide-react";
import { FieldFrame } from "../../../ui/field-frame.tsx";
import { FormSection } from "../../../ui/form-fields.tsx";
import { Loaded } from "../../../ui/loaded.tsx";
import { useShowHosts } from "../schedule-data.ts";

const MAX_HOSTS = 10;

/** The hosts of a show: accounts that may broadcast. */
export function HostFields({
  hostIds,
  isLive,
  problem,
  onChange,
  onLive,
}: {
  readonly hostIds: readonly string[];
  /** Whether the show is theirs to broadcast, instead of music that the station plays. */
  readonly isLive: boolean;
  readonly problem: string | undefined;
  readonly onChange: (hostIds: readonly string[]) => void;
  readonly onLive: () => void;
}) {
  const hosts = useShowHosts();
  return (
    <FormSection title="Hosts" text="Accounts that may broadcast live.">
      <Loaded what="accounts" query={hosts}>
        {(accounts) => (
          <HostPicker accounts={accounts} hostIds={hostIds} problem={problem} onChange={onChange} />
        )}
      </Loaded>
      {hostIds.length > 0 && !isLive && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-[13px] leading-5 text-muted">
          <p>The station plays this show, not its hosts.</p>
          <button type="button" className="button button-small" onClick={onLive}>
            Let Them Broadcast
          </button>
        </div>
      )}
    </FormSection>
  );
}

/** Exported for its test. */
export function HostPicker({
  accounts,
  hostIds,
  problem,
  onChange,
}: {
  readonly accounts: readonly { readonly id: string; readonly name: string }[];
  readonly hostIds: readonly string[];
  readonly problem: string | undefined;
  readonly onChange: (hostIds: readonly string[]) => void;
}) {
  const others = accounts.filter(({ id }) => !hostIds.includes(id));
  const nameOf = (hostId: string) =>
    accounts.find(({ id }) => id === hostId)?.name ?? "Account without the right to broadcast";
  return (
    <>
      {hostIds.length > 0 && (
        <ul aria-label="Hosts of this show" className="flex flex-wrap gap-2">
          {hostIds.map((id) => (
            <li
              key={id}
              className="flex items-center rounded-full border border-control bg-s2 pl-3 text-[13px]"
            >
              {nameOf(id)}
              <button
                type="button"
                className="icon-button size-9 rounded-full"
                aria-label={`Remove host ${nameOf(id)}`}
                onClick={() => onChange(hostIds.filter((other) => other !== id))}
              >
                <X size={15} aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {others.length === 0 || hostIds.length >= MAX_HOSTS ? (
        <p className="flex items-center gap-2 text-[13px] text-muted">
          <UserPlus size={15} aria-hidden="true" />
          {hostIds.length >= MAX_HOSTS ? "A show can have ten hosts." : "No more accounts."}
        </p>
      ) : (
        <FieldFrame label="Add a host" problem={problem}>
          {(attributes) => (
            <select
              {...attributes}
              className="field"
              value=""
              onChange={(event) => onChange([...hostIds, event.target.value])}
            >
              <option value="">Choose an account</option>
              {others.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </FieldFrame>
      )}
    </>
  );
}
