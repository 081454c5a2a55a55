import type { Session } from "@neonrelay/contract/callers";
import { Database, LogOut, MonitorCog, Settings, Upload, UserPlus, UserRound } from "lucide-react";
import { useState } from "react";
import { Link } from "wouter";
import { FormSection } from "../../ui/form-fields.tsx";
import { formatCount } from "../../ui/count-of.ts";
import { formatDateAndTime, UNKNOWN } from "../../ui/format-time.ts";
import { Avatar } from "../../features/accounts/avatar.tsx";
import { roleName } from "../../features/accounts/role-rules.ts";
import {
  sessionName,
  useRight,
  useSession,
  useSignOut,
} from "../../features/accounts/session-data.ts";
import { useIrcStatus } from "../../features/irc/irc-status-data.ts";
import { airStateNames, useAirState, useRadioState } from "../../features/radio/radio-data.ts";
import { Facts } from "../../ui/facts.tsx";
import { formatUptime } from "../../ui/format-bytes.ts";
import { Loaded } from "../../ui/loaded.tsx";
import { useSystemStatus } from "../../features/settings/system/system-data.ts";
import { UsageBars } from "../../features/settings/system/usage-bars.tsx";
import { AddAdminDialog } from "./add-admin-dialog.tsx";

const links = [
  { href: "/settings", name: "Station Settings", Icon: Settings, right: "system_config" },
  { href: "/upload", name: "Music Upload", Icon: Upload, right: "upload" },
  {
    href: "/settings?section=monitoring",
    name: "System Monitor",
    Icon: MonitorCog,
    right: "system_config",
  },
  {
    href: "/settings?section=database",
    name: "Database Console",
    Icon: Database,
    right: "system_config",
  },
] as const;

/** The signed-in operator, links to the other screens, and the station's status. */
export function AdminView({ onClose }: { readonly onClose: () => void }) {
  const session = useSession();
  const signOut = useSignOut();
  if (session === undefined || session.kind === "guest") return null;
  return (
    <>
      <Profile session={session} />
      {session.kind === "user" && (
        <Link href="/profile" className="button justify-start" onClick={onClose}>
          <UserRound size={16} aria-hidden="true" />
          Your Profile
        </Link>
      )}
      <Ways onClose={onClose} />
      <SystemFacts />
      <StationFacts />
      <button
        type="button"
        className="button"
        disabled={signOut.isPending}
        onClick={() => signOut.mutate()}
      >
        <LogOut size={16} aria-hidden="true" />
        Logout Admin
      </button>
    </>
  );
}

function Profile({ session }: { readonly session: Exclude<Session, { kind: "guest" }> }) {
  const name = sessionName(session);
  return (
    <section aria-label="Profile" className="flex items-center gap-4">
      <Avatar name={name} />
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2">
          <span className="truncate font-display text-[17px] font-semibold">{name}</span>
          <span className="badge border-accent-edge text-accent-text">Online</span>
        </p>
        {session.kind === "user" && (
          <p className="truncate text-[13px] text-muted">{session.email ?? "no email"}</p>
        )}
        <p className="text-[13px] text-secondary-text">
          {session.kind === "user" ? roleName(session.role) : "System Admin"}
          {session.kind === "user" && session.lastLogin !== null && (
            <span className="text-muted">
              {" "}
              · last signed in {formatDateAndTime(Date.parse(session.lastLogin))}
            </span>
          )}
        </p>
      </div>
    </section>
  );
}

function Ways({ onClose }: { readonly onClose: () => void }) {
  const rights = useSession()?.rights ?? [];
  const open = links.filter(({ right }) => rights.includes(right));
  const [isAdding, setIsAdding] = useState(false);
  if (open.length === 0) return null;
  return (
    <nav aria-label="Admin" className="grid grid-cols-1 gap-2 min-[420px]:grid-cols-2">
      {open.map(({ href, name, Icon }) => (
        <Link key={name} href={href} className="button justify-start" onClick={onClose}>
          <Icon size={16} aria-hidden="true" />
          {name}
        </Link>
      ))}
      {rights.includes("user_management") && (
        <button type="button" className="button justify-start" onClick={() => setIsAdding(true)}>
          <UserPlus size={16} aria-hidden="true" />
          Add Admin User
        </button>
      )}
      {isAdding && <AddAdminDialog onClose={() => setIsAdding(false)} />}
    </nav>
  );
}

function SystemFacts() {
  if (!useRight("system_config")) return null;
  return <SystemStatus />;
}

function SystemStatus() {
  const status = useSystemStatus();
  return (
    <FormSection title="System Status">
      <Loaded what="system status" query={status}>
        {(system) => (
          <>
            <UsageBars system={system} />
            <Facts
              facts={[
                ["Uptime", formatUptime(system.uptimeSeconds)],
                ["Connections", String(system.connections.sockets)],
                ["Tracks", formatCount(system.trackCount)],
              ]}
            />
          </>
        )}
      </Loaded>
    </FormSection>
  );
}

function StationFacts() {
  const air = useAirState();
  const radio = useRadioState().data;
  const irc = useIrcStatus();
  return (
    <FormSection title="Station">
      <Facts
        facts={[
          ["Status", air === undefined ? UNKNOWN : airStateNames[air]],
          ["IRC bot", irc === undefined ? UNKNOWN : irc.connected ? "Connected" : "Disconnected"],
          ["IRC channel", radio?.ircChannel ?? UNKNOWN],
          ["IRC users", irc?.connected === true ? String(irc.userCount) : UNKNOWN],
          ["Volume", radio === undefined ? UNKNOWN : `${radio.volume} %`],
        ]}
      />
    </FormSection>
  );
}
