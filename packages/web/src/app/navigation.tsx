import type { Right } from "@neonrelay/contract/callers";
import {
  CalendarClock,
  CalendarDays,
  Headphones,
  LayoutDashboard,
  LibraryBig,
  ListMusic,
  Mic,
  Server,
  Settings,
  Stethoscope,
  Upload,
  Users,
} from "lucide-react";
import { lazyPart } from "../ui/lazy-part.tsx";
import { LatePart } from "./late-part.tsx";

const { Part: CareBadge } = lazyPart(
  async () => (await import("../features/library/care/care-badge.tsx")).CareBadge,
);

export interface NavigationEntry {
  /** Path, with the query that selects a part of its page. */
  readonly route: string;
  readonly label: string;
  readonly icon:
    | "dashboard"
    | "library"
    | "care"
    | "sources"
    | "schedule"
    | "programme"
    | "upload"
    | "queue"
    | "listeners"
    | "users"
    | "shows"
    | "settings";
  /** Another path that opens the same page. */
  readonly alsoAt?: string;
  /** Only users with this right see the link. */
  readonly right?: Right;
  /** Visitors see it without the right too: its page has the gate where an operator signs in. */
  readonly isAtGate?: true;
  /** Only while any show is scheduled. */
  readonly needsSchedule?: true;
}

const dashboard: NavigationEntry = { route: "/", label: "Dashboard", icon: "dashboard" };
const library: NavigationEntry = { route: "/library", label: "Library", icon: "library" };
const schedule: NavigationEntry = {
  route: "/schedule",
  label: "Schedule",
  icon: "schedule",
  alsoAt: "/shows/",
  needsSchedule: true,
};
const playlist: NavigationEntry = { route: "/playlist", label: "Playlist", icon: "queue" };
const upload: NavigationEntry = {
  route: "/upload",
  label: "Music Upload",
  icon: "upload",
  alsoAt: "/music-upload",
  right: "upload",
  isAtGate: true,
};
const settings: NavigationEntry = {
  route: "/settings",
  label: "Settings",
  icon: "settings",
  right: "system_config",
  isAtGate: true,
};

interface NavigationGroup {
  readonly name: string;
  readonly entries: readonly NavigationEntry[];
}

/** The sidebar of operators. */
export const operatorGroups: readonly NavigationGroup[] = [
  {
    name: "On air",
    entries: [
      dashboard,
      playlist,
      { route: "/my-shows", label: "My Shows", icon: "shows", right: "live_broadcast" },
    ],
  },
  {
    name: "Music",
    entries: [
      library,
      upload,
      { route: "/library?care", label: "Care", icon: "care", right: "library_edit" },
      {
        route: "/settings?section=sources",
        label: "Sources",
        icon: "sources",
        right: "system_config",
      },
    ],
  },
  {
    name: "Programme",
    entries: [
      { route: "/programme", label: "Programme", icon: "programme", right: "programme" },
      schedule,
    ],
  },
  {
    name: "People",
    entries: [
      { route: "/listeners", label: "Listeners", icon: "listeners", right: "audience" },
      {
        route: "/settings?section=users",
        label: "Users",
        icon: "users",
        right: "user_management",
      },
    ],
  },
  { name: "Station", entries: [settings] },
];

/** The sidebar of guests and listeners. */
export const visitorEntries: readonly NavigationEntry[] = [
  dashboard,
  library,
  schedule,
  playlist,
  upload,
  settings,
];

/** The bottom bar of a phone; 'More' leads to the rest. Its upload link has its own path. */
export const bottomBarEntries: readonly NavigationEntry[] = [
  dashboard,
  library,
  { ...playlist, label: "Queue" },
  { route: "/music-upload", label: "Upload", icon: "upload", alsoAt: "/upload", right: "upload" },
  schedule,
];

interface Seer {
  readonly rights: readonly Right[];
  readonly isScheduled: boolean;
}

/** The entries for a caller with these rights. */
export function entriesFor(
  entries: readonly NavigationEntry[],
  { rights, isScheduled }: Seer,
): readonly NavigationEntry[] {
  return entries.filter(
    (entry) =>
      (mayOpen(entry, rights) || (entry.isAtGate === true && !operates(rights))) &&
      (entry.needsSchedule !== true || isScheduled),
  );
}

/** The groups of a sidebar that have entries for a caller with these rights; a visitor's is one without a name. */
export function groupsFor(seer: Seer): readonly NavigationGroup[] {
  const groups = operates(seer.rights) ? operatorGroups : [{ name: "", entries: visitorEntries }];
  return groups
    .map(({ name, entries }) => ({ name, entries: entriesFor(entries, seer) }))
    .filter(({ entries }) => entries.length > 0);
}

/** What a phone's bottom bar leaves to 'More'. */
export function moreGroupsFor(seer: Seer): readonly NavigationGroup[] {
  const inBar = entriesFor(bottomBarEntries, seer).map(({ icon }) => icon);
  return groupsFor(seer)
    .map(({ name, entries }) => ({
      name,
      entries: entries.filter(({ icon }) => !inBar.includes(icon)),
    }))
    .filter(({ entries }) => entries.length > 0);
}

/** Whether these rights open the entry's page. */
export function mayOpen({ right }: NavigationEntry, rights: readonly Right[]): boolean {
  return right === undefined || rights.includes(right);
}

/** Whether these are more than a visitor's rights. */
function operates(rights: readonly Right[]): boolean {
  return rights.some((right) => right !== "request" && right !== "queue_control");
}

/**
 * `/` is active on exactly `/`, the others on every path that starts with a route of their page, and with a query only
 * where the address has it too.
 */
export function isActive(
  { route, alsoAt }: Pick<NavigationEntry, "route" | "alsoAt">,
  { path, search }: { readonly path: string; readonly search: string },
): boolean {
  if (route === "/") return path === "/";
  const [page = route, query = ""] = route.split("?");
  const shown = new URLSearchParams(search);
  return (
    (path.startsWith(page) || (alsoAt !== undefined && path.startsWith(alsoAt))) &&
    [...new URLSearchParams(query)].every(([name, value]) =>
      value === "" ? shown.has(name) : shown.get(name) === value,
    )
  );
}

/** Of the active entries, the one that names the most of the address. */
export function currentEntry(
  entries: readonly NavigationEntry[],
  address: { readonly path: string; readonly search: string },
): NavigationEntry | undefined {
  return entries
    .filter((entry) => isActive(entry, address))
    .toSorted((one, other) => other.route.length - one.route.length)[0];
}

export const navigationIcons = {
  dashboard: LayoutDashboard,
  library: LibraryBig,
  care: Stethoscope,
  sources: Server,
  schedule: CalendarDays,
  programme: CalendarClock,
  upload: Upload,
  queue: ListMusic,
  listeners: Headphones,
  users: Users,
  shows: Mic,
  settings: Settings,
} as const;

export function NavigationIcon({
  icon,
  size = 20,
  className,
}: {
  readonly icon: NavigationEntry["icon"];
  readonly size?: number;
  readonly className: string;
}) {
  const Icon = navigationIcons[icon];
  return <Icon size={size} strokeWidth={1.9} aria-hidden="true" className={className} />;
}

/** How much there is to look after behind an entry, once the page is drawn. */
export function NavigationBadge({ icon }: Pick<NavigationEntry, "icon">) {
  if (icon !== "care") return null;
  return (
    <LatePart>
      <CareBadge />
    </LatePart>
  );
}
