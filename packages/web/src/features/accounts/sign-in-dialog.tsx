import { type ApiError, SHORTEST_PASSWORD } from "@neonrelay/contract/callers";
import { useQueryClient } from "@tanstack/react-query";
import { type SyntheticEvent, useState } from "react";
import { useLocation } from "wouter";
import { ApiCallError, refusalWords } from "../../api/call-api.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/form-fields.tsx";
import { focusField } from "../../ui/move-focus.ts";
import { SessionNotKeptError } from "./kept-session.ts";
import { NewPasswordField } from "./password-field.tsx";
import { sessionQuery, useSession } from "./session-data.ts";
import { pathAfterSignIn, useRegister } from "./sign-in-data.ts";
import { SignInForm } from "./sign-in-form.tsx";

/** Sign-in, or registration while it is open. */
export function SignInDialog({ onClose }: { readonly onClose: () => void }) {
  const mayRegister = useSession()?.policy.registrationEnabled ?? false;
  const [isRegistering, setIsRegistering] = useState(false);
  const registers = isRegistering && mayRegister;
  const queryClient = useQueryClient();
  const [path, goTo] = useLocation();
  const onSignedIn = () => {
    onClose();
    const next = pathAfterSignIn(path, queryClient.getQueryData(sessionQuery.queryKey));
    if (next !== path) goTo(next);
  };
  return (
    <Dialog title={registers ? "Create an account" : "Sign in"} onClose={onClose}>
      {registers ? <RegisterForm onDone={onClose} /> : <SignInForm onDone={onSignedIn} />}
      {mayRegister && (
        <p className="mt-4 flex flex-wrap items-center justify-center gap-1 text-[13px] text-muted">
          {registers ? "Already have an account?" : "New here?"}
          <button
            type="button"
            className="text-button font-semibold text-primary-text"
            onClick={() => setIsRegistering(!registers)}
          >
            {registers ? "Sign in" : "Create an account"}
          </button>
        </p>
      )}
    </Dialog>
  );
}

function refusalOf(error: Error): Extract<Sent, { kind: "refused" }>["refusal"] {
  if (error instanceof SessionNotKeptError)
    return { error: `Your account is made. ${error.message}` };
  return error instanceof ApiCallError ? error.apiError : undefined;
}

/** The station validates the account; the form only requires every field. */
function RegisterForm({ onDone }: { readonly onDone: () => void }) {
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

/** In form order. */
const fields = ["username", "email", "password"] as const;
type RegisterField = (typeof fields)[number];
type NewAccount = Readonly<Record<RegisterField, string>>;

/** Outcome of the last submit. */
type Sent =
  | { readonly kind: "not-yet" }
  | { readonly kind: "incomplete" }
  /** `refusal` is undefined if the station did not answer. */
  | {
      readonly kind: "refused";
      readonly refusal: (Pick<ApiError, "error"> & Partial<ApiError>) | undefined;
    };

const wanted: NewAccount = {
  username: "Enter a username",
  email: "Enter an email",
  password: "Enter a password",
};

/** The problem of each field; `form`: one that belongs to no field. */
type RegisterProblems = { readonly [Place in RegisterField | "form"]?: string };

export function registerProblems(account: NewAccount, sent: Sent): RegisterProblems {
  switch (sent.kind) {
    case "not-yet":
      return {};
    case "incomplete":
      return Object.fromEntries(
        fields
          .filter((field) => account[field].trim() === "")
          .map((field) => [field, wanted[field]]),
      );
    case "refused": {
      const refusal = sent.refusal ?? { error: "Unable to connect to server" };
      const place = fields.find((known) => known === sent.refusal?.field) ?? "form";
      return { [place]: refusalWords(refusal) };
    }
    default:
      return sent satisfies never;
  }
}

/** The field to focus. */
export function firstWrong(problems: RegisterProblems): RegisterField | undefined {
  return fields.find((field) => problems[field] !== undefined);
}
