import { CircleHelp, LogIn, LogOut, ShieldCheck, UserRound } from "lucide-react";
import { useLocation } from "wouter";
import { useShowOverlay } from "../../frame/overlay-context.ts";
import { openHelp } from "../../ui/help.ts";
import { Menu, MenuItem } from "../../ui/menu.tsx";
import { isOperator } from "./role-rules.ts";
import { sessionName, useSession, useSignOut } from "./session-data.ts";

/**
 * Shows this browser's account: 'Guest' opens the sign-in, a name the account's menu. Both are one button, so that it
 * still exists when the dialog it opened returns the focus.
 * @param look `icon` for a phone
 */
export function AccountButton({ look }: { readonly look: "icon" | "name" }) {
  const session = useSession();
  const showOverlay = useShowOverlay();
  const signOut = useSignOut();
  const [, goTo] = useLocation();
  const isGuest = session === undefined || session.kind === "guest";
  const name = sessionName(session);
  const Icon = isGuest ? LogIn : UserRound;
  return (
    <Menu
      label={isGuest ? name : `${name}, account menu`}
      className={look === "icon" ? "icon-button" : "button"}
      // The remembered operator, until the session is loaded.
      disabled={session === undefined && name !== "Guest"}
      onPress={isGuest ? () => showOverlay("sign-in") : undefined}
      icon={
        <>
          <Icon size={18} aria-hidden="true" className={isGuest ? "" : "text-primary-text"} />
          {look === "name" && <span className="max-w-40 truncate">{name}</span>}
        </>
      }
    >
      {session?.kind === "user" && (
        <MenuItem
          icon={<UserRound size={18} aria-hidden="true" />}
          onSelect={() => goTo("/profile")}
        >
          Your Profile
        </MenuItem>
      )}
      {session !== undefined && isOperator(session) && (
        <MenuItem
          icon={<ShieldCheck size={18} aria-hidden="true" />}
          onSelect={() => showOverlay("admin")}
        >
          Admin Panel
        </MenuItem>
      )}
      <MenuItem icon={<CircleHelp size={18} aria-hidden="true" />} onSelect={openHelp}>
        Help
      </MenuItem>
      <MenuItem
        icon={<LogOut size={18} aria-hidden="true" />}
        disabled={signOut.isPending}
        onSelect={() => signOut.mutate()}
      >
        Logout
      </MenuItem>
    </Menu>
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
