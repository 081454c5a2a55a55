import {
  CalendarClock,
  CalendarDays,
  LayoutDashboard,
  LibraryBig,
  ListMusic,
  Settings,
  Upload,
} from "lucide-react";
import type { NavigationEntry } from "./navigation.ts";

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
