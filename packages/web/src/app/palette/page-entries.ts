import {
  CircleHelp,
  History,
  Keyboard,
  LibraryBig,
  ListOrdered,
  LogIn,
  LogOut,
  MessageCircle,
  MessagesSquare,
  Settings,
  ShieldCheck,
  UserRound,
} from "lucide-react";
import { useLocation } from "wouter";
import { groupsFor, navigationIcons } from "../navigation.tsx";
import { useShowOverlay } from "../../frame/overlay-context.ts";
import { isOperator } from "../../features/accounts/role-rules.ts";
import {
  sessionName,
  useRight,
  useSession,
  useSignOut,
} from "../../features/accounts/session-data.ts";
import { settingsSections } from "../../features/settings/settings-sections.ts";
import { useIsScheduled } from "../../features/schedule/on-now-data.ts";
import { openHelp } from "../../ui/help.ts";
import type { PaletteEntry } from "./palette-rules.ts";

const tabs = [
  { id: "queue", label: "Queue", keys: "Q", icon: ListOrdered, words: "upcoming tracks" },
  { id: "chat", label: "IRC Chat", keys: "I", icon: MessagesSquare, words: "talk messages" },
  { id: "comments", label: "Comments", keys: "O", icon: MessageCircle, words: "write" },
] as const;

/** Every page, the tabs of the dashboard, and the sections of the settings for users who may see them. */
export function usePageEntries(): readonly PaletteEntry[] {
  const [, goTo] = useLocation();
  const showOverlay = useShowOverlay();
  const mayConfigure = useRight("system_config");
  const rights = useSession()?.rights ?? [];
  const isScheduled = useIsScheduled();
  const navigation = groupsFor({ rights, isScheduled }).flatMap(({ entries }) => entries);
  const group = "Go to";
  return [
    ...navigation.map(
      ({ route, label, icon }) =>
        ({
          id: `page-${route}`,
          group,
          label,
          icon: navigationIcons[icon],
          words: "page open",
          run: () => goTo(route),
        }) as const,
    ),
    ...tabs.map(
      ({ id, ...tab }) =>
        ({
          id: `tab-${id}`,
          group,
          ...tab,
          run: () => goTo(`/?tab=${id}`),
        }) as const,
    ),
    ...(mayConfigure ? settingsSections : []).map(
      ({ id, name }) =>
        ({
          id: `settings-${id}`,
          group,
          label: `Settings: ${name}`,
          icon: Settings,
          run: () => goTo(`/settings?section=${id}`),
        }) as const,
    ),
    {
      id: "history",
      group,
      label: "History",
      keys: "H",
      words: "last recently played tracks you were here",
      icon: History,
      run: () => showOverlay("history"),
    },
    {
      id: "help",
      group,
      label: "Help",
      words: "documentation docs manual",
      icon: CircleHelp,
      run: openHelp,
    },
    {
      id: "shortcuts",
      group,
      label: "Keyboard shortcuts",
      keys: "?",
      words: "help keys",
      icon: Keyboard,
      run: () => showOverlay("shortcuts"),
    },
  ];
}

/** The entries of the account: sign in, profile, log out. */
export function useAccountEntries(): readonly PaletteEntry[] {
  const session = useSession();
  const signOut = useSignOut();
  const showOverlay = useShowOverlay();
  const [, goTo] = useLocation();
  const group = "Account";
  if (session === undefined) return [];
  if (session.kind === "guest")
    return [
      {
        id: "sign-in",
        group,
        label: "Sign in",
        words: "login",
        icon: LogIn,
        run: () => showOverlay("sign-in"),
      },
    ];
  return [
    ...(isOperator(session)
      ? [
          {
            id: "admin",
            group,
            label: "Admin Panel",
            words: "operator users logs",
            icon: ShieldCheck,
            run: () => showOverlay("admin"),
          } as const,
        ]
      : []),
    ...(session.kind === "user"
      ? [
          {
            id: "profile",
            group,
            label: "Your Profile",
            words: "name password account stream key favourites",
            icon: UserRound,
            run: () => goTo("/profile"),
          } as const,
        ]
      : []),
    {
      id: "sign-out",
      group,
      label: "Logout",
      note: sessionName(session),
      words: "sign out",
      icon: LogOut,
      run: () => signOut.mutate(),
    },
  ];
}

/** A search of the library for text that the palette does not find. */
export function useLibraryEntry(typed: string): PaletteEntry {
  const [, goTo] = useLocation();
  return {
    id: "search",
    group: "Library",
    label: `Search the library for “${typed}”`,
    icon: LibraryBig,
    run: () => goTo(`/library?${new URLSearchParams({ q: typed })}`),
  };
}
