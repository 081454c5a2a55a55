import { CircleHelp, LogOut, ShieldCheck, UserRound } from "lucide-react";
import { useLocation } from "wouter";
import { useShowOverlay } from "../../frame/overlay-context.ts";
import { openHelp } from "../../ui/help.ts";
import { MenuItem, OpenMenu } from "../../ui/menu.tsx";
import { isOperator } from "./role-rules.ts";
import { useSession, useSignOut } from "./session-data.ts";

/** What an account leads to. */
export function AccountMenu(menu: {
  readonly label: string;
  readonly button: { readonly current: HTMLElement | null };
  readonly onClose: () => void;
}) {
  const session = useSession();
  const showOverlay = useShowOverlay();
  const signOut = useSignOut();
  const [, goTo] = useLocation();
  return (
    <OpenMenu {...menu}>
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
    </OpenMenu>
  );
}
