/** A playlist file that points a player to a mount. */
export interface Playlist {
  readonly contentType: string;
  readonly body: string;
}

/** One address line and nothing else: what every hardware radio reads. */
export function m3uPlaylist(streamUrl: string): Playlist {
  return { contentType: "audio/x-mpegurl", body: `${streamUrl}\r\n` };
}

export function plsPlaylist({
  streamUrl,
  stationName,
}: {
  readonly streamUrl: string;
  readonly stationName: string;
}): Playlist {
  const title = stationName.replaceAll(/\p{Cc}+/gu, " ");
  const lines = [
    "[playlist]",
    "NumberOfEntries=1",
    `File1=${streamUrl}`,
    `Title1=${title}`,
    "Length1=-1",
    "Version=2",
  ];
  return { contentType: "audio/x-scpls", body: `${lines.join("\r\n")}\r\n` };
}
