import { SHORTEST_PASSWORD } from "@neonrelay/contract/callers";
import type { SyntheticEvent } from "react";
import { useId, useState } from "react";
import { refusalText } from "../../api/call-api.ts";
import { FormSection } from "../../ui/form-fields.tsx";
import { PasswordField } from "../../features/accounts/password-field.tsx";
import { useChangeOwnPassword } from "./profile-data.ts";

const NOTHING = { currentPassword: "", password: "" };

/** Changes the password of the signed-in account. */
export function PasswordForm({ username }: { readonly username: string }) {
  const change = useChangeOwnPassword();
  const [typed, setTyped] = useState(NOTHING);
  const noteId = useId();
  const refusal = change.isPending ? undefined : refusalText(change.error);
  const isTooShort = typed.password.length < SHORTEST_PASSWORD;
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (typed.currentPassword !== "" && !isTooShort)
      change.mutate(typed, { onSuccess: () => setTyped(NOTHING) });
  };
  return (
    <FormSection title="Password" text="Changing it signs you out in every other browser.">
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        {/* Password managers store the password under this name. */}
        <input type="hidden" autoComplete="username" name="username" value={username} />
        <PasswordField
          label="Current password"
          password={typed.currentPassword}
          describedBy={noteId}
          isInvalid={refusal !== undefined}
          autoComplete="current-password"
          onChange={(currentPassword) => setTyped({ ...typed, currentPassword })}
        />
        <PasswordField
          label="New password"
          password={typed.password}
          describedBy={noteId}
          isInvalid={false}
          autoComplete="new-password"
          onChange={(password) => setTyped({ ...typed, password })}
        />
        <p id={noteId} className="-mt-2 text-[13px] text-muted">
          <span role="alert" className="block text-danger">
            {refusal}
          </span>
          A password has at least {SHORTEST_PASSWORD} characters.
        </p>
        <button
          type="submit"
          className="button button-primary self-start"
          disabled={change.isPending || typed.currentPassword === "" || isTooShort}
        >
          Change Password
        </button>
      </form>
    </FormSection>
  );
}
