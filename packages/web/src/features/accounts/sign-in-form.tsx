import { useId, useState } from "react";
import type { SyntheticEvent } from "react";
import { focusField } from "../../ui/move-focus.ts";
import { useToasts } from "../../ui/toast-store.ts";
import { PasswordField } from "./password-field.tsx";
import { signInRefusal, useSignIn } from "./sign-in-data.ts";

/** Username and password; problems show in a toast and beside the fields. */
export function SignInForm({ onDone }: { readonly onDone: () => void }) {
  const signIn = useSignIn();
  const toasts = useToasts();
  const [username, setUsername] = useState("");
  const [password, setPassword] = useState("");
  const [isIncomplete, setIsIncomplete] = useState(false);
  const errorId = useId();
  const isRefused = !isIncomplete && signIn.isError;
  const problem = isIncomplete
    ? "Please enter username and password"
    : isRefused
      ? signInRefusal(signIn.error).text
      : undefined;
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const complete = username.trim() !== "" && password !== "";
    setIsIncomplete(!complete);
    if (complete) {
      signIn.mutate({ username: username.trim(), password }, { onSuccess: onDone });
      return;
    }
    focusField(event.currentTarget, username.trim() === "" ? "username" : "password");
    toasts.show({
      tone: "error",
      title: "Login Failed",
      text: "Please enter username and password",
      durationMs: 5000,
    });
  };
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <label className="flex flex-col gap-1.5 text-[13px] text-muted">
        Username
        <input
          className="field text-text"
          name="username"
          autoComplete="username"
          value={username}
          maxLength={200}
          aria-invalid={isRefused || (isIncomplete && username.trim() === "")}
          aria-describedby={errorId}
          onChange={(event) => setUsername(event.target.value)}
        />
      </label>
      <PasswordField
        password={password}
        describedBy={errorId}
        isInvalid={isRefused || (isIncomplete && password === "")}
        autoComplete="current-password"
        onChange={setPassword}
      />
      <p id={errorId} role="alert" className="min-h-[22px] text-[13px] text-danger">
        {problem}
      </p>
      <button type="submit" className="button button-primary" disabled={signIn.isPending}>
        {signIn.isPending ? "Signing in…" : "Sign in"}
      </button>
    </form>
  );
}
