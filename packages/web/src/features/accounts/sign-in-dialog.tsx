import { useId, useState } from "react";
import type { SyntheticEvent } from "react";
import { Dialog } from "../../ui/dialog.tsx";
import { useToasts } from "../../ui/toast-context.ts";
import { PasswordField } from "./password-field.tsx";
import { RegisterForm } from "./register-form.tsx";
import { useSession, useSignIn } from "./session-data.ts";

/** Signs in, or makes an account while the station takes new ones. */
export function SignInDialog({ onClose }: { readonly onClose: () => void }) {
  const mayRegister = useSession()?.policy.registrationEnabled ?? false;
  const [isRegistering, setIsRegistering] = useState(false);
  const registers = isRegistering && mayRegister;
  return (
    <Dialog title={registers ? "Create an account" : "Sign in"} onClose={onClose}>
      {registers ? <RegisterForm onDone={onClose} /> : <SignInForm onDone={onClose} />}
      {mayRegister && (
        <p className="mt-4 flex flex-wrap items-center justify-center gap-1 text-[13px] text-muted">
          {registers ? "You have an account?" : "New here?"}
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

function SignInForm({ onDone }: { readonly onDone: () => void }) {
  const signIn = useSignIn();
  const toasts = useToasts();
  const [username, setUsername] = useState("");
  const [password, setPassword] = useState("");
  const [isIncomplete, setIsIncomplete] = useState(false);
  const errorId = useId();
  const problem = isIncomplete
    ? "Please enter username and password"
    : signIn.isError
      ? "Check the user name and the password, then try again."
      : undefined;
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const complete = username.trim() !== "" && password !== "";
    setIsIncomplete(!complete);
    if (complete) {
      signIn.mutate({ username: username.trim(), password }, { onSuccess: onDone });
      return;
    }
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
          aria-invalid={problem !== undefined}
          aria-describedby={errorId}
          onChange={(event) => setUsername(event.target.value)}
        />
      </label>
      <PasswordField
        password={password}
        describedBy={errorId}
        isInvalid={problem !== undefined}
        autoComplete="current-password"
        onChange={setPassword}
      />
      <p id={errorId} role="alert" className="min-h-[22px] text-[13px] text-danger">
        {problem}
      </p>
      <button type="submit" className="button button-primary" disabled={signIn.isPending}>
        {signIn.isPending ? "Signing in…" : "Login"}
      </button>
    </form>
  );
}
