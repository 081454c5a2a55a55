import { pageFile } from "../ui/page-file.tsx";
import type { PageFile } from "../ui/page-file.tsx";

const upload = pageFile(async () => (await import("../pages/upload-page.tsx")).UploadPage);

/** By route; the early script has the browser load the one a visit begins with. */
export const pageFiles: Readonly<Record<string, PageFile>> = {
  "/library": pageFile(async () => (await import("../pages/library-page.tsx")).LibraryPage),
  "/playlist": pageFile(async () => (await import("../pages/playlist-page.tsx")).PlaylistPage),
  "/upload": upload,
  "/music-upload": upload,
  "/settings": pageFile(async () => (await import("../pages/settings-page.tsx")).SettingsPage),
};
