import { LogIn, LogOut, UserRound } from "lucide-react";
import { Link } from "wouter";
import { useShowOverlay } from "../../frame/overlay-context.ts";
import { isOperator } from "./role-rules.ts";
import { sessionName, useSession, useSignOut } from "./session-data.ts";

/**
 * Shows this browser's account: 'Guest' opens the sign-in, an operator's name the admin panel. Both are one button, so
 * that it still exists when the dialog it opened returns the focus. A listener's name leads to their profile.
 * @param look `icon` for a phone; `full` has Logout beside it, which panel and profile offer otherwise
 */
export function AccountButton({ look }: { readonly look: "icon" | "name" | "full" }) {
  const session = useSession();
  const showOverlay = useShowOverlay();
  const isGuest = session === undefined || session.kind === "guest";
  const isListener = !isGuest && !isOperator(session);
  const name = sessionName(session);
  const Icon = isGuest ? LogIn : UserRound;
  const className = look === "icon" ? "icon-button" : "button";
  const content = (
    <>
      <Icon size={18} aria-hidden="true" className={isGuest ? "" : "text-primary-text"} />
      <span className={look === "icon" ? "sr-only" : "max-w-40 truncate"}>{name}</span>
    </>
  );
  return (
    <div className="flex items-center gap-2">
      {isListener ? (
        <Link href="/profile" className={className} title="Your Profile">
          {content}
        </Link>
      ) : (
        <button
          type="button"
          className={className}
          title={isGuest ? undefined : "Admin Panel"}
          aria-haspopup="dialog"
          // The remembered operator, until the session is loaded.
          disabled={session === undefined && name !== "Guest"}
          onClick={() => showOverlay(isGuest ? "sign-in" : "admin")}
        >
          {content}
        </button>
      )}
      {!isGuest && look === "full" && <LogoutButton />}
    </div>
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
