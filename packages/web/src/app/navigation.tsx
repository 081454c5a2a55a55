import type { Right } from "@neonrelay/contract/callers";
import {
  CalendarClock,
  CalendarDays,
  LayoutDashboard,
  LibraryBig,
  ListMusic,
  Settings,
  Upload,
} from "lucide-react";

export interface NavigationEntry {
  readonly route: string;
  readonly label: string;
  readonly icon:
    | "dashboard"
    | "library"
    | "schedule"
    | "programme"
    | "upload"
    | "queue"
    | "settings";
  /** Another path that opens the same page. */
  readonly alsoAt?: string;
  /** Only users with this right see the link. */
  readonly right?: Right;
  /** Users with this right have another link. */
  readonly unlessRight?: Right;
  /** Only while any show is scheduled. */
  readonly needsSchedule?: true;
}

/** The desktop sidebar. */
export const sidebarEntries: readonly NavigationEntry[] = [
  { route: "/", label: "Dashboard", icon: "dashboard" },
  { route: "/library", label: "Library", icon: "library" },
  {
    route: "/schedule",
    label: "Schedule",
    icon: "schedule",
    alsoAt: "/shows/",
    needsSchedule: true,
  },
  { route: "/programme", label: "Programme", icon: "programme", right: "programme" },
  { route: "/upload", label: "Music Upload", icon: "upload", alsoAt: "/music-upload" },
  { route: "/playlist", label: "Playlist", icon: "queue" },
  { route: "/settings", label: "Settings", icon: "settings" },
];

/** The bottom bar of a phone; its upload link has its own path. */
export const bottomBarEntries: readonly NavigationEntry[] = [
  { route: "/", label: "Dashboard", icon: "dashboard" },
  { route: "/library", label: "Library", icon: "library" },
  {
    route: "/schedule",
    label: "Schedule",
    icon: "schedule",
    alsoAt: "/shows/",
    unlessRight: "programme",
    needsSchedule: true,
  },
  { route: "/programme", label: "Plan", icon: "programme", right: "programme" },
  { route: "/music-upload", label: "Upload", icon: "upload", alsoAt: "/upload" },
  { route: "/playlist", label: "Queue", icon: "queue" },
  { route: "/settings", label: "Settings", icon: "settings" },
];

/** The entries for a caller with these rights. */
export function entriesFor(
  entries: readonly NavigationEntry[],
  { rights, isScheduled }: { readonly rights: readonly Right[]; readonly isScheduled: boolean },
): readonly NavigationEntry[] {
  return entries.filter(
    ({ right, unlessRight, needsSchedule }) =>
      (right === undefined || rights.includes(right)) &&
      (unlessRight === undefined || !rights.includes(unlessRight)) &&
      (needsSchedule !== true || isScheduled),
  );
}

/** `/` is active on exactly `/`, the others on every path that starts with a route of their page. */
export function isActive(
  { route, alsoAt }: Pick<NavigationEntry, "route" | "alsoAt">,
  path: string,
): boolean {
  if (route === "/") return path === "/";
  return path.startsWith(route) || (alsoAt !== undefined && path.startsWith(alsoAt));
}

const icons = {
  dashboard: LayoutDashboard,
  library: LibraryBig,
  schedule: CalendarDays,
  programme: CalendarClock,
  upload: Upload,
  queue: ListMusic,
  settings: Settings,
} as const;

export function NavigationIcon({
  icon,
  className,
}: {
  readonly icon: NavigationEntry["icon"];
  readonly className: string;
}) {
  const Icon = icons[icon];
  return <Icon size={20} strokeWidth={1.9} aria-hidden="true" className={className} />;
}
