import type { Page } from "playwright-core";

/** A screen to take pictures of. */
export interface Scene {
  readonly name: string;
  readonly route: string;
  /** Who is viewing. */
  readonly as: "guest" | "operator";
  /** Also taken at 1024 and 390; every scene is taken at 1440. */
  readonly isMain: boolean;
  /** Dark unless it says so. */
  readonly colorScheme?: "light";
  /** Brings the page to the moment of the picture. */
  readonly prepare: (page: Page) => Promise<void>;
}

const settle = async (page: Page) => {
  await page.locator("h1, h2").first().waitFor({ state: "attached" });
};
const load = async (page: Page) => {
  await settle(page);
  await page.locator(".skeleton").filter({ visible: true }).first().waitFor({ state: "hidden" });
};
const chooseTab = (name: string) => async (page: Page) => {
  await page.getByRole("tab", { name }).first().click();
};
const listen = async (page: Page) => {
  await page.locator("#player").getByRole("button", { name: "Play", exact: true }).click();
  await page.locator('[data-player-state="playing"]').waitFor();
  // Off the button, whose tooltip would cover what is below it.
  await page.mouse.move(0, 0);
};
const settingsSections = [
  "station",
  "branding",
  "streaming",
  "requests",
  "going-public",
  "backups",
  "system",
  "users",
  "database",
  "monitoring",
  "logs",
  "security",
];
const programmeTabs = ["today", "week", "playlists", "clocks", "shows", "spots", "analysis"];
const adminTabs = ["View", "Tracks", "Queue", "Users", "Stream", "Logs"];

const page = { as: "guest", isMain: true, prepare: settle } as const;
const detail = { as: "operator", isMain: false, prepare: settle } as const;

export const scenes: readonly Scene[] = [
  { ...page, name: "dashboard", route: "/", prepare: listen },
  { ...page, name: "dashboard-queue", route: "/", prepare: chooseTab("Queue") },
  { ...page, name: "dashboard-comments", route: "/", prepare: chooseTab("Comments") },
  { ...page, name: "dashboard-light", route: "/", colorScheme: "light", prepare: listen },
  { ...page, name: "library", route: "/library" },
  { ...detail, name: "library-light", route: "/library", as: "guest", colorScheme: "light" },
  { ...page, name: "playlist", route: "/playlist", as: "operator" },
  ...programmeTabs.map((id) => ({
    ...detail,
    name: `programme-${id}`,
    route: `/programme?tab=${id}`,
    isMain: id === "today" || id === "week",
    prepare: load,
  })),
  { ...page, name: "schedule", route: "/schedule", prepare: load },
  { ...detail, name: "show", route: "/shows/night-drive", as: "guest", prepare: load },
  { ...detail, name: "profile", route: "/profile", prepare: load },
  { ...detail, name: "my-shows", route: "/my-shows", prepare: load },
  { ...page, name: "upload", route: "/upload", as: "operator" },
  {
    ...detail,
    name: "upload-stream",
    route: "/upload",
    prepare: chooseTab("External Stream"),
  },
  ...settingsSections.map((id) => ({
    ...detail,
    name: `settings-${id}`,
    route: `/settings?section=${id}`,
    isMain: id === "station" || id === "streaming",
  })),
  { ...detail, name: "settings-gate", route: "/settings", as: "guest" as const },
  ...adminTabs.map((tab) => ({
    ...detail,
    name: `admin-${tab.toLowerCase()}`,
    route: "/",
    isMain: tab === "View",
    prepare: async (opened: Page) => {
      const account = opened.getByRole("button", { name: "admin, account menu" });
      await account.filter({ visible: true }).click();
      await opened.getByRole("menuitem", { name: "Admin Panel" }).click();
      await opened.getByRole("dialog").getByRole("tab", { name: tab }).click();
    },
  })),
  {
    ...page,
    name: "sign-in",
    route: "/",
    prepare: async (opened) => {
      await opened.getByRole("button", { name: "Guest" }).filter({ visible: true }).click();
      await opened.getByLabel("Username").waitFor();
    },
  },
  {
    ...page,
    name: "history",
    route: "/",
    prepare: async (opened) => {
      await listen(opened);
      await opened.keyboard.press("h");
      await opened.getByRole("dialog", { name: "History" }).getByText("You were here").waitFor();
    },
  },
  {
    ...detail,
    name: "notifications",
    route: "/",
    as: "guest",
    prepare: async (opened) => {
      await opened
        .getByRole("button", { name: /^Notifications/ })
        .filter({ visible: true })
        .click();
      await opened.getByText("Station Online").waitFor();
    },
  },
  {
    ...detail,
    name: "shortcuts",
    route: "/",
    as: "guest",
    prepare: async (opened) => {
      await opened.locator("#player h2").waitFor();
      await opened.keyboard.press("?");
      await opened.getByRole("dialog").waitFor();
    },
  },
  {
    ...page,
    name: "palette",
    route: "/",
    prepare: async (opened) => {
      await opened.locator("#player h2").waitFor();
      await opened.keyboard.press("Control+k");
      await opened.getByRole("dialog").waitFor();
    },
  },
  { ...page, name: "not-found", route: "/no/such/place" },
  {
    ...detail,
    name: "error",
    route: "/",
    as: "guest",
    prepare: async (opened) => {
      await opened.addInitScript(
        'Date.prototype.getMonth = () => { throw new Error("this browser knows no dates") }',
      );
      await opened.reload();
      await opened.getByRole("tab", { name: "Comments" }).click();
      await opened.getByText("Application Error").waitFor();
    },
  },
  {
    ...detail,
    name: "no-signal",
    route: "/",
    as: "guest",
    isMain: true,
    prepare: async (opened) => {
      await opened.routeWebSocket("**/ws", (socket) => socket.close({ code: 1012 }));
      await opened.route("**/api/**", (route) => route.abort());
      await opened.reload();
      await opened.getByRole("heading", { name: "No signal" }).waitFor();
    },
  },
];
