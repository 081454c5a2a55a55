import { SHORTEST_PASSWORD } from "@neonrelay/contract/callers";
import { useState } from "react";
import type { SyntheticEvent } from "react";
import { ApiCallError } from "../../api/call-api.ts";
import { focusField } from "../../ui/focus-field.ts";
import { TextField } from "../../ui/form-fields.tsx";
import { NewPasswordField } from "./password-field.tsx";
import { SessionNotKeptError } from "./kept-session.ts";
import { firstWrong, registerProblems } from "./register-rules.ts";
import type { Sent } from "./register-rules.ts";
import { useRegister } from "./sign-in-data.ts";

function refusalOf(error: Error): Extract<Sent, { kind: "refused" }>["refusal"] {
  if (error instanceof SessionNotKeptError)
    return { error: `Your account is made. ${error.message}` };
  return error instanceof ApiCallError ? error.apiError : undefined;
}

/** The station validates the account; the form only requires every field. */
export function RegisterForm({ onDone }: { readonly onDone: () => void }) {
  const register = useRegister();
  const [account, setAccount] = useState({ username: "", email: "", password: "" });
  const [sent, setSent] = useState<Sent>({ kind: "not-yet" });
  const problems = registerProblems(account, sent);
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const show = (outcome: Sent) => {
      setSent(outcome);
      const wrong = firstWrong(registerProblems(account, outcome));
      if (wrong !== undefined) focusField(form, wrong);
    };
    if (Object.values(account).some((typed) => typed.trim() === "")) {
      show({ kind: "incomplete" });
      return;
    }
    register.mutate(
      { ...account, username: account.username.trim(), email: account.email.trim() },
      {
        onSuccess: onDone,
        onError: (error) =>
          show({
            kind: "refused",
            refusal: refusalOf(error),
          }),
      },
    );
  };
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <TextField
        label="Username"
        name="username"
        autoComplete="username"
        maxLength={200}
        value={account.username}
        problem={problems.username}
        onChange={(username) => setAccount({ ...account, username })}
      />
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="email"
        maxLength={200}
        value={account.email}
        problem={problems.email}
        onChange={(email) => setAccount({ ...account, email })}
      />
      <NewPasswordField
        password={account.password}
        hint={`A password has at least ${SHORTEST_PASSWORD} characters.`}
        problem={problems.password}
        onChange={(password) => setAccount({ ...account, password })}
      />
      <p role="alert" className="text-[13px] text-danger empty:hidden">
        {problems.form}
      </p>
      <button type="submit" className="button button-primary" disabled={register.isPending}>
        {register.isPending ? "Creating…" : "Create account"}
      </button>
    </form>
  );
}
