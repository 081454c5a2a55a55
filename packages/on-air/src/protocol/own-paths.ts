/**
 * What is really served, so that no address of another program can stand there: the stream server's mounts, playlists, pages
 * and calls, and the web port's calls, which a proxy may show below the same name.
 */
const ownPaths =
  /^\/(?:stream\.(?:mp3|opus|aac)|stream(?:\.(?:mp3|opus|aac))?\.(?:m3u|pls)|hls(?:\/.*)?|admin\/(?:metadata|killsource|streamlist\.txt)|admin\.cgi|edge\/report|status-json\.xsl|(?:api|ws)(?:\/.*)?|source\.tar\.gz)$/;

export function isOwnPath(path: string): boolean {
  return ownPaths.test(path);
}
