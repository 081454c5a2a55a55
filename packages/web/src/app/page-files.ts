import type { GatedPart } from "../features/accounts/access-gate.tsx";
import {
  listenersPanel,
  programmePanel,
  settingsCentre,
  uploadPanel,
} from "../pages/gated-parts.ts";
import { lazyPart } from "../ui/lazy-part.tsx";
import type { LazyPart } from "../ui/lazy-part.tsx";

const upload = lazyPart(async () => (await import("../pages/gated-pages.tsx")).UploadPage);

/** By route; the early script preloads the first page of a visit. */
export const pageFiles: Readonly<Record<string, LazyPart>> = {
  "/": lazyPart(async () => (await import("../pages/dashboard/dashboard-page.tsx")).DashboardPage),
  "/library": lazyPart(async () => (await import("../pages/library-page.tsx")).LibraryPage),
  "/library/:way": lazyPart(async () => (await import("../pages/browse-page.tsx")).BrowsePage),
  "/playlist": lazyPart(
    async () => (await import("../pages/playlist/playlist-page.tsx")).PlaylistPage,
  ),
  "/invitation": lazyPart(
    async () => (await import("../pages/invitation-page.tsx")).InvitationPage,
  ),
  "/listeners": lazyPart(async () => (await import("../pages/gated-pages.tsx")).ListenersPage),
  "/my-shows": lazyPart(async () => (await import("../pages/my-shows-page.tsx")).MyShowsPage),
  "/programme": lazyPart(async () => (await import("../pages/gated-pages.tsx")).ProgrammePage),
  "/schedule": lazyPart(async () => (await import("../pages/schedule-page.tsx")).SchedulePage),
  "/shows/:slug": lazyPart(async () => (await import("../pages/show-page.tsx")).ShowPage),
  "/upload": upload,
  "/music-upload": upload,
  "/profile": lazyPart(async () => (await import("../pages/profile/profile-page.tsx")).ProfilePage),
  "/settings": lazyPart(async () => (await import("../pages/gated-pages.tsx")).SettingsPage),
};

/** By route: what a page's gate hides from users without a right. */
export const gatedParts: Readonly<Record<string, GatedPart>> = {
  "/listeners": listenersPanel,
  "/programme": programmePanel,
  "/upload": uploadPanel,
  "/music-upload": uploadPanel,
  "/settings": settingsCentre,
};
