import { Copy } from "lucide-react";
import { Dialog } from "../../../ui/dialog.tsx";
import { formatDateAndTime } from "../../../ui/format-time.ts";
import { useCopy } from "../../../ui/use-copy.ts";

/** A new invitation, which only this dialog shows. */
export interface Invitation {
  readonly username: string;
  readonly path: string;
  readonly expiresAt: string;
}

export function InvitationDialog({
  invitation: { username, path, expiresAt },
  onClose,
}: {
  readonly invitation: Invitation;
  readonly onClose: () => void;
}) {
  const copy = useCopy();
  const link = new URL(path, location.href).href;
  return (
    <Dialog title={`Invite ${username}`} onClose={onClose}>
      <p className="text-muted">
        Send this link to {username}, who sets a password with it. It works once, until{" "}
        {formatDateAndTime(Date.parse(expiresAt))}, and is not shown again.
      </p>
      <input
        className="field mt-4 font-mono text-[13px]"
        aria-label="Invitation link"
        readOnly
        value={link}
        onFocus={(event) => event.target.select()}
      />
      <button
        type="button"
        className="button button-primary mt-4"
        onClick={() => copy(link, `The invitation of ${username}`)}
      >
        <Copy size={16} aria-hidden="true" />
        Copy Link
      </button>
    </Dialog>
  );
}
