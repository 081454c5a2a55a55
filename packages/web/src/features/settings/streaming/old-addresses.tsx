import type { OldAddress } from "@neonrelay/contract/callers";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import { ConfirmDialog } from "../../../ui/dialog.tsx";
import { FormSection } from "../../../ui/form-fields.tsx";
import { useChangeStationSettings } from "../settings-data.ts";

/** Addresses where players of a former station hear this one; nothing if there are none, as on most stations. */
export function OldAddresses({ addresses }: { readonly addresses: readonly OldAddress[] }) {
  const save = useChangeStationSettings("Old Address Removed");
  if (addresses.length === 0) return null;
  const remove = (path: string): void =>
    save.mutate({ oldAddresses: addresses.filter((each) => each.path !== path) });
  return (
    <FormSection
      title="Old addresses"
      text="Players of the former station that come here hear this one."
    >
      <ul className="flex flex-col gap-2">
        {addresses.map((address) => (
          <AddressRow
            key={address.path}
            address={address}
            isBusy={save.isPending}
            onRemove={() => remove(address.path)}
          />
        ))}
      </ul>
    </FormSection>
  );
}

function AddressRow({
  address: { path, codec },
  isBusy,
  onRemove,
}: {
  readonly address: OldAddress;
  readonly isBusy: boolean;
  readonly onRemove: () => void;
}) {
  const [asks, setAsks] = useState(false);
  return (
    <li className="flex items-center gap-3 rounded-m border border-line bg-s2 p-3">
      <p className="min-w-0 flex-1 font-mono text-[13px] break-all">{path}</p>
      <span className="badge">{codec.toUpperCase()}</span>
      <button
        type="button"
        className="icon-button"
        aria-label={`Remove ${path}`}
        disabled={isBusy}
        onClick={() => setAsks(true)}
      >
        <Trash2 size={16} aria-hidden="true" />
      </button>
      {asks && (
        <ConfirmDialog
          title="Remove the old address?"
          text={`Players that still use ${path} hear nothing any more. Moving in again brings it back.`}
          action="Remove"
          onConfirm={onRemove}
          onClose={() => setAsks(false)}
        />
      )}
    </li>
  );
}
