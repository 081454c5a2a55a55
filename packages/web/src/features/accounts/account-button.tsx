import { LogIn, LogOut, UserRound } from "lucide-react";
import { Suspense, useRef, useState } from "react";
import { ErrorBoundary } from "../../frame/error-boundary.tsx";
import { useShowOverlay } from "../../frame/overlay-context.ts";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { sessionName, useSession, useSignOut } from "./session-data.ts";

const { Part: AccountMenu } = lazyPart(
  async () => (await import("./account-menu.tsx")).AccountMenu,
);

/**
 * Shows this browser's account: 'Guest' opens the sign-in, a name the account's menu. Both are one button, so that it
 * still exists when the dialog it opened returns the focus.
 * @param look `icon` for a phone
 */
export function AccountButton({ look }: { readonly look: "icon" | "name" }) {
  const session = useSession();
  const showOverlay = useShowOverlay();
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  const isGuest = session === undefined || session.kind === "guest";
  const name = sessionName(session);
  const label = `${name}, account menu`;
  const Icon = isGuest ? LogIn : UserRound;
  return (
    <>
      <button
        ref={button}
        type="button"
        className={look === "icon" ? "icon-button" : "button"}
        aria-label={isGuest ? undefined : label}
        aria-haspopup={isGuest ? "dialog" : "menu"}
        aria-expanded={isGuest ? undefined : isOpen}
        // The remembered operator, until the session is loaded.
        disabled={session === undefined && name !== "Guest"}
        onClick={() => (isGuest ? showOverlay("sign-in") : setIsOpen(!isOpen))}
      >
        <Icon size={18} aria-hidden="true" className={isGuest ? "" : "text-primary-text"} />
        <span className={look === "icon" ? "sr-only" : "max-w-40 truncate"}>{name}</span>
      </button>
      {isOpen && !isGuest && (
        <ErrorBoundary scope="control">
          <Suspense fallback={null}>
            <AccountMenu label={label} button={button} onClose={close} />
          </Suspense>
        </ErrorBoundary>
      )}
    </>
  );
}

export function LogoutButton() {
  const signOut = useSignOut();
  return (
    <button
      type="button"
      className="button"
      disabled={signOut.isPending}
      onClick={() => signOut.mutate()}
    >
      <LogOut size={18} aria-hidden="true" />
      Logout
    </button>
  );
}
