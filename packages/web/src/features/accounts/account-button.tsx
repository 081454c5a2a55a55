import { LogIn, LogOut, UserRound } from "lucide-react";
import { useShowOverlay } from "../../app/overlay-context.ts";
import { isOperator } from "./operator-rules.ts";
import { sessionName, useSession, useSignOut } from "./session-data.ts";

/**
 * Shows who this browser is to the station: 'Guest' opens the sign-in, an operator's name the admin panel. Both are one
 * button, so that it is still there when the dialog that it opened gives the focus back.
 * @param compact for a phone, where operators sign out in that panel
 */
export function AccountButton({ compact = false }: { readonly compact?: boolean }) {
  const session = useSession();
  const showOverlay = useShowOverlay();
  const isGuest = session === undefined || session.kind === "guest";
  const isListener = !isGuest && !isOperator(session);
  const name = sessionName(session);
  const Icon = isGuest ? LogIn : UserRound;
  return (
    <div className="flex items-center gap-2">
      {isListener ? (
        <ListenerName name={name} compact={compact} />
      ) : (
        <button
          type="button"
          className={compact ? "icon-button" : "button"}
          title={isGuest ? undefined : "Admin Panel"}
          aria-haspopup="dialog"
          // An operator of before, until the station has said who this is.
          disabled={session === undefined && name !== "Guest"}
          onClick={() => showOverlay(isGuest ? "sign-in" : "admin")}
        >
          <Icon size={18} aria-hidden="true" className={isGuest ? "" : "text-primary-text"} />
          <span className={compact ? "sr-only" : "max-w-40 truncate"}>{name}</span>
        </button>
      )}
      {!isGuest && (isListener || !compact) && <LogoutButton compact={compact} />}
    </div>
  );
}

function ListenerName({ name, compact }: { readonly name: string; readonly compact: boolean }) {
  return (
    <span className={compact ? "sr-only" : "flex items-center gap-2 font-display font-semibold"}>
      <UserRound size={18} aria-hidden="true" className="text-primary-text" />
      <span className="max-w-40 truncate">{name}</span>
    </span>
  );
}

function LogoutButton({ compact }: { readonly compact: boolean }) {
  const signOut = useSignOut();
  return (
    <button
      type="button"
      className={compact ? "icon-button" : "button"}
      disabled={signOut.isPending}
      onClick={() => signOut.mutate()}
    >
      <LogOut size={18} aria-hidden="true" />
      <span className={compact ? "sr-only" : ""}>Logout</span>
    </button>
  );
}
