import { useState } from "react";
import { Dialog } from "../../ui/dialog.tsx";
import { RegisterForm } from "./register-form.tsx";
import { useSession } from "./session-data.ts";
import { SignInForm } from "./sign-in-form.tsx";

/** Sign-in, or registration while it is open. */
export function SignInDialog({ onClose }: { readonly onClose: () => void }) {
  const mayRegister = useSession()?.policy.registrationEnabled ?? false;
  const [isRegistering, setIsRegistering] = useState(false);
  const registers = isRegistering && mayRegister;
  return (
    <Dialog title={registers ? "Create an account" : "Sign in"} onClose={onClose}>
      {registers ? <RegisterForm onDone={onClose} /> : <SignInForm onDone={onClose} />}
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
