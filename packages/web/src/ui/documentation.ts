/** The documentation, which the station serves beside the app: its first page, and what parts of the app link to. */
export const documentation = {
  home: "/docs/",
  clocks: "/docs/programme#the-tabs",
  djs: "/docs/djs#who-is-connected",
  goingPublic: "/docs/going-public#3-work-through-the-list",
  musicSources: "/docs/music#from-a-music-server",
  streamKey: "/docs/for-djs",
} as const;

/** For menus, whose entries are buttons. */
export function openHelp(): void {
  window.open(documentation.home, "_blank", "noopener");
}
