/** Pages and headings of the documentation that parts of the app link to. */
export const documentation = {
  clocks: "/docs/programme#the-tabs",
  djs: "/docs/djs#who-is-connected",
  goingPublic: "/docs/going-public",
  listeners: "/docs/listeners#read-the-page",
  musicSources: "/docs/music#from-a-music-server",
  streamKey: "/docs/for-djs",
} as const;
