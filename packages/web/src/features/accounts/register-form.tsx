import { SHORTEST_PASSWORD } from "@neonrelay/contract";
import { useId, useState } from "react";
import type { SyntheticEvent } from "react";
import { refusalText } from "../../api/call-api.ts";
import { PasswordField } from "./password-field.tsx";
import { useRegister } from "./session-data.ts";

/** What makes an account unacceptable is the station's to say; the form only asks for all of it. */
export function RegisterForm({ onDone }: { readonly onDone: () => void }) {
  const register = useRegister();
  const [username, setUsername] = useState("");
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const errorId = useId();
  const isComplete = username.trim() !== "" && email.trim() !== "" && password !== "";
  const problem = register.isError
    ? (refusalText(register.error) ?? "Unable to connect to server")
    : undefined;
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    register.mutate(
      { username: username.trim(), email: email.trim(), password },
      { onSuccess: onDone },
    );
  };
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <TextField
        label="Username"
        name="username"
        autoComplete="username"
        value={username}
        describedBy={errorId}
        onChange={setUsername}
      />
      <TextField
        label="E-mail"
        name="email"
        autoComplete="email"
        value={email}
        describedBy={errorId}
        onChange={setEmail}
      />
      <PasswordField
        password={password}
        describedBy={errorId}
        isInvalid={problem !== undefined}
        autoComplete="new-password"
        onChange={setPassword}
      />
      <p className="text-[13px] text-muted">
        A password has at least {SHORTEST_PASSWORD} characters.
      </p>
      <p id={errorId} role="alert" className="min-h-[22px] text-[13px] text-danger">
        {problem}
      </p>
      <button
        type="submit"
        className="button button-primary"
        disabled={!isComplete || register.isPending}
      >
        {register.isPending ? "Creating…" : "Create account"}
      </button>
    </form>
  );
}

function TextField(field: {
  readonly label: string;
  readonly name: string;
  readonly autoComplete: string;
  readonly value: string;
  readonly describedBy: string;
  readonly onChange: (value: string) => void;
}) {
  const { label, describedBy, onChange, ...input } = field;
  return (
    <label className="flex flex-col gap-1.5 text-[13px] text-muted">
      {label}
      <input
        {...input}
        className="field text-text"
        maxLength={200}
        aria-describedby={describedBy}
        onChange={(event) => onChange(event.target.value)}
      />
    </label>
  );
}
