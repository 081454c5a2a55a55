import { Eye, EyeOff } from "lucide-react";
import { useId, useState } from "react";
import { FieldFrame } from "../../ui/field-frame.tsx";

/** A password field with a button to show it. Password managers can paste into it. */
export function PasswordField({
  label = "Password",
  password,
  describedBy,
  isInvalid,
  autoComplete,
  onChange,
}: {
  readonly label?: string;
  readonly password: string;
  readonly describedBy: string;
  readonly isInvalid: boolean;
  readonly autoComplete: "current-password" | "new-password";
  readonly onChange: (password: string) => void;
}) {
  const [isShown, setIsShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <FieldFrame label={label}>
      {({ id }) => (
        <div className="flex items-center gap-2">
          <input
            id={id}
            className="field"
            name="password"
            type={isShown ? "text" : "password"}
            autoComplete={autoComplete}
            value={password}
            maxLength={1000}
            aria-invalid={isInvalid}
            aria-describedby={describedBy}
            onChange={(event) => onChange(event.target.value)}
          />
          <button
            type="button"
            className="icon-button"
            aria-label="Show the password"
            aria-pressed={isShown}
            onClick={() => setIsShown(!isShown)}
          >
            <Icon size={18} aria-hidden="true" />
          </button>
        </div>
      )}
    </FieldFrame>
  );
}

/** A field for a new password, with its problem or a hint. */
export function NewPasswordField({
  password,
  hint,
  problem,
  onChange,
}: {
  readonly password: string;
  readonly hint: string;
  readonly problem: string | undefined;
  readonly onChange: (password: string) => void;
}) {
  const noteId = useId();
  return (
    <>
      <PasswordField
        password={password}
        describedBy={noteId}
        isInvalid={problem !== undefined}
        autoComplete="new-password"
        onChange={onChange}
      />
      <p
        id={noteId}
        className={`-mt-2 text-[13px] ${problem === undefined ? "text-muted" : "text-danger"}`}
      >
        {problem ?? hint}
      </p>
    </>
  );
}
