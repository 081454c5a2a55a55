import type { Role } from "@neonrelay/contract/callers";
import { Copy, TriangleAlert } from "lucide-react";
import { Link } from "wouter";
import { Dialog } from "../../../ui/dialog.tsx";
import { formatDateAndTime } from "../../../ui/format-time.ts";
import { useCopy } from "../../../ui/use-copy.ts";
import { isLoopbackHost } from "../security/going-public-rules.ts";

/** A new invitation, which only this dialog shows. */
export interface Invitation {
  readonly username: string;
  readonly role: Role;
  readonly path: string;
  readonly expiresAt: string;
}

export function InvitationDialog({
  invitation: { username, role, path, expiresAt },
  onClose,
}: {
  readonly invitation: Invitation;
  readonly onClose: () => void;
}) {
  const copy = useCopy();
  // The name is for the page behind the link to show; the station needs the token only.
  const link = new URL(`${path}/${encodeURIComponent(username)}`, location.href).href;
  return (
    <Dialog title={`Invite ${username}`} onClose={onClose}>
      <p className="text-muted">
        Send this link to {username}, who sets a password with it. It works once, until{" "}
        {formatDateAndTime(Date.parse(expiresAt))}, and is not shown again. A new one ends it: Edit,
        Invitation Link.
      </p>
      {role === "dj" && (
        <p className="mt-2 text-muted">
          {username} then finds the next show and a stream key under My Shows.
        </p>
      )}
      {isLoopbackHost(location.hostname) && (
        <p className="mt-2 flex gap-2 text-[13px] leading-5">
          <TriangleAlert size={18} className="shrink-0 text-warn" aria-hidden="true" />
          <span>
            This address works on this computer only. Open the station to others first, then open
            this page under its new address:{" "}
            <Link href="/settings?section=going-public" className="text-primary-text underline">
              Going Public
            </Link>
            .
          </span>
        </p>
      )}
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
