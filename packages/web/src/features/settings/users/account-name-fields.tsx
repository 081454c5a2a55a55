import { TextField } from "../../../ui/form-fields.tsx";
import type { useRequiredNames } from "./users-data.ts";

interface AccountNames {
  readonly username: string;
  readonly email: string;
}

/** The initial values of a new account. */
export const NO_NAMES: AccountNames = { username: "", email: "" };

/** An account's username and email, both required. `onChange` receives the changed one. */
export function AccountNameFields({
  names: { username, email },
  problems,
  onChange,
}: {
  readonly names: AccountNames;
  readonly problems: ReturnType<typeof useRequiredNames>["problems"];
  readonly onChange: (change: Partial<AccountNames>) => void;
}) {
  return (
    <>
      <TextField
        label="Username"
        name="username"
        value={username}
        maxLength={40}
        problem={problems.username}
        onChange={(typed) => onChange({ username: typed })}
      />
      <TextField
        label="Email"
        name="email"
        type="email"
        value={email}
        maxLength={200}
        problem={problems.email}
        onChange={(typed) => onChange({ email: typed })}
      />
    </>
  );
}
