/**
 * Paths we really serve, so that no old address of other software can take their place: the stream server's mounts,
 * playlists, pages and calls, and the web port's calls, which a proxy may expose under the same name.
 */
const ownPaths =
  /^\/(?:stream\.(?:mp3|opus|aac)|stream(?:\.(?:mp3|opus|aac))?\.(?:m3u|pls)|hls(?:\/.*)?|admin\/(?:metadata|killsource|streamlist\.txt)|admin\.cgi|edge\/report|status-json\.xsl|(?:api|ws)(?:\/.*)?|source\.tar\.gz)$/;

export function isOwnPath(path: string): boolean {
  return ownPaths.test(path);
}
