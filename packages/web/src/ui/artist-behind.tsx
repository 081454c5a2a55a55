/** The artist behind a title in a line; nothing without one. */
export function ArtistBehind({ artist }: { readonly artist: string }) {
  return artist === "" ? null : <span className="text-muted">· {artist}</span>;
}
