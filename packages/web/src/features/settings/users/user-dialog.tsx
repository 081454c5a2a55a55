import { SHORTEST_PASSWORD } from "@neonrelay/contract/callers";
import type { Account } from "@neonrelay/contract/callers";
import { useState } from "react";
import type { SyntheticEvent } from "react";
import { fieldProblem } from "../../../api/call-api.ts";
import { forgetFailure } from "../../../api/use-command.ts";
import { AskingButton, Dialog } from "../../../ui/dialog.tsx";
import { SelectField, SwitchField, TextField } from "../../../ui/form-fields.tsx";
import { NewPasswordField, useSession } from "../../accounts/index.ts";
import { AccountNameFields, changedRoleChoices, roleText } from "./account-fields.tsx";
import { useDraft } from "../../../ui/use-draft.ts";
import { type Invitation, InvitationDialog } from "./invitation-dialog.tsx";
import {
  useInviteUser,
  useRequiredNames,
  useRevokeUserStreamKey,
  useUpdateUser,
  useWithdrawInvitation,
} from "./users-data.ts";

/** Changes an account. A new password, another role and disabling end its sessions. */
export function UserDialog({
  account,
  onClose,
}: {
  readonly account: Account;
  readonly onClose: () => void;
}) {
  const update = useUpdateUser();
  const { draft, edit } = useDraft({
    username: account.username,
    email: account.email ?? "",
    role: account.role,
    isActive: account.isActive,
    ircAccount: account.ircAccount ?? "",
  });
  const [password, setPassword] = useState("");
  const [invitation, setInvitation] = useState<Invitation>();
  const change = (edits: Partial<typeof draft>) => {
    forgetFailure(update);
    edit(edits);
  };
  const names = useRequiredNames(draft, update.error);
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!names.areThere(event.currentTarget)) return;
    const changed = { ...draft, ...(password !== "" && { password }) };
    update.mutate({ id: account.id, change: changed }, { onSuccess: onClose });
  };
  return (
    <Dialog title={`Edit ${account.username}`} onClose={onClose}>
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        <AccountNameFields names={draft} problems={names.problems} onChange={change} />
        <SelectField
          label="Role"
          value={draft.role}
          choices={changedRoleChoices(useSession())}
          hint={roleText(draft.role)}
          onChange={(role) => edit({ role })}
        />
        <SwitchField
          label="Active"
          text="An inactive account can't sign in."
          isOn={draft.isActive}
          onChange={(isActive) => edit({ isActive })}
        />
        <TextField
          label="IRC account"
          value={draft.ircAccount}
          maxLength={64}
          problem={fieldProblem(update.error, "ircAccount")}
          hint="Gives this account of another IRC network the same rights in the channel."
          onChange={(ircAccount) => change({ ircAccount })}
        />
        <NewPasswordField
          password={password}
          hint={`Leave empty to keep it. A new one needs at least ${SHORTEST_PASSWORD} characters.`}
          problem={fieldProblem(update.error, "password")}
          onChange={(typed) => {
            forgetFailure(update);
            setPassword(typed);
          }}
        />
        <div className="flex flex-wrap justify-between gap-3">
          <RevokeKey account={account} />
          <InvitationButtons account={account} onInvited={setInvitation} />
          <button type="submit" className="button button-primary" disabled={update.isPending}>
            {update.isPending ? "Saving…" : "Save User"}
          </button>
        </div>
      </form>
      {/* Outside the form, which Enter in the link's field would send. */}
      {invitation !== undefined && (
        <InvitationDialog invitation={invitation} onClose={() => setInvitation(undefined)} />
      )}
    </Dialog>
  );
}

function RevokeKey({ account: { id, username } }: { readonly account: Account }) {
  const revoke = useRevokeUserStreamKey();
  return (
    <AskingButton
      name="Revoke Stream Key"
      className="button button-danger"
      isBusy={revoke.isPending}
      question={{
        title: `Revoke the stream key of ${username}?`,
        text: "A broadcast that uses it ends. Only the account's owner can create a new key.",
      }}
      onConfirm={() => revoke.mutate(id)}
    />
  );
}

/** Lets the account's owner set a password, as a new user or after losing it. */
function InvitationButtons({
  account: { id, username, role, invitedUntil },
  onInvited,
}: {
  readonly account: Account;
  readonly onInvited: (invitation: Invitation) => void;
}) {
  const invite = useInviteUser();
  const withdraw = useWithdrawInvitation();
  return (
    <>
      <button
        type="button"
        className="button"
        disabled={invite.isPending}
        onClick={() =>
          invite.mutate(id, { onSuccess: (sent) => onInvited({ username, role, ...sent }) })
        }
      >
        Invitation Link
      </button>
      {invitedUntil !== null && (
        <button
          type="button"
          className="button"
          disabled={withdraw.isPending}
          onClick={() => withdraw.mutate(id)}
        >
          Withdraw Invitation
        </button>
      )}
    </>
  );
}
