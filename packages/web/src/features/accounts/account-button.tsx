import { LogIn, LogOut, UserRound } from "lucide-react";
import { useShowOverlay } from "../../app/overlay-context.ts";
import { AdminButton } from "../admin/admin-button.tsx";
import { isOperator } from "./operator-rules.ts";
import { sessionName, useSession, useSignOut } from "./session-data.ts";

/**
 * Shows who this browser is to the station: 'Guest' opens the sign-in, an operator's name the admin panel.
 * @param compact for a phone, where operators sign out in that panel
 */
export function AccountButton({ compact = false }: { readonly compact?: boolean }) {
  const session = useSession();
  const signOut = useSignOut();
  const showOverlay = useShowOverlay();
  const isGuest = session === undefined || session.kind === "guest";
  const name = sessionName(session);
  const label = compact ? "sr-only" : "";
  return (
    <>
      {isGuest ? (
        <button
          type="button"
          className={compact ? "icon-button" : "button"}
          aria-haspopup="dialog"
          // An operator of before, until the station has said who this is.
          disabled={session === undefined && name !== "Guest"}
          onClick={() => showOverlay("sign-in")}
        >
          <LogIn size={18} aria-hidden="true" />
          <span className={label}>{name}</span>
        </button>
      ) : (
        <div className="flex items-center gap-2">
          {isOperator(session) ? (
            <AdminButton name={name} compact={compact} />
          ) : (
            <span
              className={compact ? "sr-only" : "flex items-center gap-2 font-display font-semibold"}
            >
              <UserRound size={18} aria-hidden="true" className="text-primary-text" />
              <span className="max-w-40 truncate">{name}</span>
            </span>
          )}
          {(!compact || !isOperator(session)) && (
            <button
              type="button"
              className={compact ? "icon-button" : "button"}
              disabled={signOut.isPending}
              onClick={() => signOut.mutate()}
            >
              <LogOut size={18} aria-hidden="true" />
              <span className={label}>Logout</span>
            </button>
          )}
        </div>
      )}
    </>
  );
}
