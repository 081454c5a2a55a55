import type { FuzzTarget } from "./target.ts";

/** Loaded on demand, since some bring codecs with them. */
const loaders: Readonly<Record<string, () => Promise<FuzzTarget>>> = {
  "irc-lines": async () => (await import("./targets/irc-lines.ts")).ircLines,
  "irc-server": async () => (await import("./targets/irc-server.ts")).ircServer,
  "irc-client": async () => (await import("./targets/irc-client.ts")).ircClient,
  "chat-text": async () => (await import("./targets/chat-text.ts")).chatText,
  "icy-stream": async () => (await import("./targets/icy-stream.ts")).icyStream,
  "foreign-playlists": async () =>
    (await import("./targets/foreign-playlists.ts")).foreignPlaylists,
  "source-handshake": async () => (await import("./targets/source-handshake.ts")).sourceHandshake,
  "ogg-pages": async () => (await import("./targets/ogg-pages.ts")).oggPages,
  "media-tags": async () => (await import("./targets/media-tags.ts")).mediaTags,
  "upload-forms": async () => (await import("./targets/upload-forms.ts")).uploadForms,
  backups: async () => (await import("./targets/backups.ts")).backups,
  "moving-in": async () => (await import("./targets/moving-in.ts")).movingIn,
  "playlist-files": async () => (await import("./targets/playlist-files.ts")).playlistFiles,
  subsonic: async () => (await import("./targets/subsonic.ts")).subsonic,
  "process-links": async () => (await import("./targets/process-links.ts")).processLinks,
  contract: async () => (await import("./targets/contract.ts")).contract,
};

export const targetNames: readonly string[] = Object.keys(loaders);

/** @throws when there is no target of that name */
export async function loadTarget(name: string): Promise<FuzzTarget> {
  const load = Object.hasOwn(loaders, name) ? loaders[name] : undefined;
  if (load === undefined) throw new Error(`there is no target ${name}`);
  return await load();
}
