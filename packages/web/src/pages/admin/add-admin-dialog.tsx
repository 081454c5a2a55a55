import { SHORTEST_PASSWORD } from "@neonrelay/contract/callers";
import type { Role } from "@neonrelay/contract/callers";
import { useState } from "react";
import type { SyntheticEvent } from "react";
import { fieldProblem } from "../../api/call-api.ts";
import { forgetFailure } from "../../api/use-command.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { SelectField, TextField } from "../../ui/form-fields.tsx";
import { NewPasswordField } from "../../features/accounts/password-field.tsx";
import { useSession } from "../../features/accounts/session-data.ts";
import {
  AccountNameFields,
  NO_NAMES,
  operatorChoices,
} from "../../features/settings/users/account-fields.tsx";
import { useCreateUser, useRequiredNames } from "../../features/settings/users/users-data.ts";

/** Creates an operator account. */
export function AddAdminDialog({ onClose }: { readonly onClose: () => void }) {
  const create = useCreateUser({
    done: "Admin user added successfully",
    failure: { title: "Failed to add admin user" },
  });
  const [name, setName] = useState("");
  const [account, setAccount] = useState(NO_NAMES);
  const choices = operatorChoices(useSession());
  const open = choices.find(({ isClosed }) => isClosed !== true);
  const [role, setRole] = useState<Role>(open?.value ?? "moderator");
  const [password, setPassword] = useState("");
  const names = useRequiredNames(account, create.error);
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!names.areThere(event.currentTarget)) return;
    create.mutate(
      {
        username: account.username.trim(),
        email: account.email.trim(),
        role,
        ...(name.trim() !== "" && { name: name.trim() }),
        ...(password !== "" && { password }),
      },
      { onSuccess: onClose },
    );
  };
  return (
    <Dialog title="Add Admin User" onClose={onClose}>
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        <TextField label="Name" value={name} maxLength={100} onChange={setName} />
        <AccountNameFields
          names={account}
          problems={names.problems}
          onChange={(change) => {
            forgetFailure(create);
            setAccount({ ...account, ...change });
          }}
        />
        <SelectField label="Role" value={role} choices={choices} onChange={setRole} />
        <NewPasswordField
          password={password}
          hint={`At least ${SHORTEST_PASSWORD} characters. Without a password the account can't sign in yet.`}
          problem={fieldProblem(create.error, "password")}
          onChange={(typed) => {
            forgetFailure(create);
            setPassword(typed);
          }}
        />
        <button type="submit" className="button button-primary" disabled={create.isPending}>
          {create.isPending ? "Adding…" : "Add Admin User"}
        </button>
      </form>
    </Dialog>
  );
}
