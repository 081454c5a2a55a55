/** The artist after a title on the same line; nothing if there is none. */
export function ArtistBehind({ artist }: { readonly artist: string }) {
  return artist === "" ? null : <span className="text-muted">· {artist}</span>;
}
