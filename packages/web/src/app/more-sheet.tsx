import { CircleHelp, History, Keyboard } from "lucide-react";
import { Link } from "wouter";
import { useSession } from "../features/accounts/session-data.ts";
import { useIsScheduled } from "../features/schedule/on-now-data.ts";
import { useShowOverlay } from "../frame/overlay-context.ts";
import { Dialog } from "../ui/dialog.tsx";
import { HELP_URL } from "../ui/help.ts";
import { moreGroupsFor, NavigationBadge, NavigationIcon } from "./navigation.tsx";
import { ThemeSwitch } from "./theme-switch.tsx";

/** What a phone's bottom bar has no room for. */
export function MoreSheet({ onClose }: { readonly onClose: () => void }) {
  const rights = useSession()?.rights ?? [];
  const groups = moreGroupsFor({ rights, isScheduled: useIsScheduled() });
  const showOverlay = useShowOverlay();
  return (
    <Dialog title="More" isSheet onClose={onClose}>
      <nav aria-label="More" className="flex flex-col gap-5">
        {groups.map(({ name, entries }) => (
          <div key={name} className="flex flex-col gap-1">
            {name !== "" && <p className="text-[13px] text-faint">{name}</p>}
            {entries.map(({ route, icon, label }) => (
              <Link
                key={route}
                href={route}
                className="button justify-start gap-3"
                onClick={onClose}
              >
                <NavigationIcon icon={icon} size={18} className="" />
                {label}
                <NavigationBadge icon={icon} />
              </Link>
            ))}
          </div>
        ))}
        <div className="flex flex-col gap-1">
          <button
            type="button"
            className="button justify-start gap-3"
            onClick={() => showOverlay("history")}
          >
            <History size={18} aria-hidden="true" />
            History
          </button>
          <button
            type="button"
            className="button justify-start gap-3"
            onClick={() => showOverlay("shortcuts")}
          >
            <Keyboard size={18} aria-hidden="true" />
            Keyboard shortcuts
          </button>
          <a className="button justify-start gap-3" href={HELP_URL} target="_blank">
            <CircleHelp size={18} aria-hidden="true" />
            Help
          </a>
        </div>
      </nav>
      <div className="mt-5 flex flex-col gap-1">
        <p aria-hidden="true" className="text-[13px] text-faint">
          Theme
        </p>
        <ThemeSwitch />
      </div>
    </Dialog>
  );
}
