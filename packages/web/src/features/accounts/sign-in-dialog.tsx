import { Eye, EyeOff } from "lucide-react";
import { useId, useState } from "react";
import type { SyntheticEvent } from "react";
import { Dialog } from "../../ui/dialog.tsx";
import { useToasts } from "../../ui/toast-context.ts";
import { useSignIn } from "./session-data.ts";

export function SignInDialog({ onClose }: { readonly onClose: () => void }) {
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
      signIn.mutate({ username: username.trim(), password }, { onSuccess: onClose });
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
    <Dialog title="Sign in" onClose={onClose}>
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
          onChange={setPassword}
        />
        <p id={errorId} role="alert" className="min-h-[22px] text-[13px] text-danger">
          {problem}
        </p>
        <button type="submit" className="button button-primary" disabled={signIn.isPending}>
          {signIn.isPending ? "Signing in…" : "Login"}
        </button>
      </form>
    </Dialog>
  );
}

function PasswordField({
  password,
  describedBy,
  isInvalid,
  onChange,
}: {
  readonly password: string;
  readonly describedBy: string;
  readonly isInvalid: boolean;
  readonly onChange: (password: string) => void;
}) {
  const [isShown, setIsShown] = useState(false);
  const id = useId();
  const Icon = isShown ? EyeOff : Eye;
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="text-[13px] text-muted">
        Password
      </label>
      <div className="flex items-center gap-2">
        <input
          id={id}
          className="field"
          name="password"
          type={isShown ? "text" : "password"}
          autoComplete="current-password"
          value={password}
          maxLength={1000}
          aria-invalid={isInvalid}
          aria-describedby={describedBy}
          onChange={(event) => onChange(event.target.value)}
        />
        <button
          type="button"
          className="icon-button"
          aria-label="Show what is typed"
          aria-pressed={isShown}
          onClick={() => setIsShown(!isShown)}
        >
          <Icon size={18} aria-hidden="true" />
        </button>
      </div>
    </div>
  );
}
