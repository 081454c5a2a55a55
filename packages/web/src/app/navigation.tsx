import type { Right } from "@neonrelay/contract/callers";
import {
  CalendarDays,
  CalendarRange,
  ChartColumn,
  Clock,
  Headphones,
  LayoutDashboard,
  LibraryBig,
  ListMusic,
  ListOrdered,
  Mic,
  Podcast,
  Server,
  Settings,
  Stethoscope,
  Sun,
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
    | "today"
    | "week"
    | "all-shows"
    | "playlists"
    | "clocks"
    | "reports"
    | "upload"
    | "queue"
    | "listeners"
    | "users"
    | "shows"
    | "settings";
  /** Another address that opens the same page. */
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

/** A tab of the programme; the first is also the page without one. */
function programmePart({
  tab,
  ...entry
}: Pick<NavigationEntry, "label" | "icon"> & { readonly tab: string }): NavigationEntry {
  const route = `/programme?tab=${tab}`;
  return { ...entry, route, right: "programme", ...(tab === "today" && { alsoAt: "/programme" }) };
}

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
      programmePart({ tab: "today", label: "Today", icon: "today" }),
      programmePart({ tab: "week", label: "Week", icon: "week" }),
      programmePart({ tab: "shows", label: "Shows", icon: "all-shows" }),
      programmePart({ tab: "playlists", label: "Playlists", icon: "playlists" }),
      programmePart({ tab: "clocks", label: "Clocks", icon: "clocks" }),
      {
        ...programmePart({ tab: "analysis", label: "Reports", icon: "reports" }),
        alsoAt: "/programme?tab=spots",
      },
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
export function operates(rights: readonly Right[]): boolean {
  return rights.some((right) => right !== "request" && right !== "queue_control");
}

interface Address {
  readonly path: string;
  readonly search: string;
}

/**
 * `/` is active on exactly `/`, the others on every path that starts with a route of their page, and with a query only
 * where the address has it too.
 */
export function isActive(
  entry: Pick<NavigationEntry, "route" | "alsoAt">,
  address: Address,
): boolean {
  return namedLength(entry, address) > 0;
}

/** Of the active entries, the one that names the most of the address. */
export function currentEntry(
  entries: readonly NavigationEntry[],
  address: Address,
): NavigationEntry | undefined {
  return entries
    .filter((entry) => isActive(entry, address))
    .toSorted((one, other) => namedLength(other, address) - namedLength(one, address))[0];
}

/** How much of the address the entry names, in letters; 0: it leads elsewhere. */
function namedLength(
  { route, alsoAt }: Pick<NavigationEntry, "route" | "alsoAt">,
  address: Address,
): number {
  const names = (place: string | undefined) =>
    place !== undefined && leadsTo(place, address) ? place.length : 0;
  return Math.max(names(route), names(alsoAt));
}

function leadsTo(place: string, { path, search }: Address): boolean {
  const [page = place, query = ""] = place.split("?");
  const shown = new URLSearchParams(search);
  return (
    (page === "/" ? path === "/" : path.startsWith(page)) &&
    [...new URLSearchParams(query)].every(([name, value]) =>
      value === "" ? shown.has(name) : shown.get(name) === value,
    )
  );
}

export const navigationIcons = {
  dashboard: LayoutDashboard,
  library: LibraryBig,
  care: Stethoscope,
  sources: Server,
  schedule: CalendarDays,
  today: Sun,
  week: CalendarRange,
  "all-shows": Podcast,
  playlists: ListOrdered,
  clocks: Clock,
  reports: ChartColumn,
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
