interface NamedTrack {
  readonly title: string;
  /** "": not known. */
  readonly artist: string;
}

/** `Title by Artist`; the title alone of a track without an artist. @param title as it is shown, in quotes say */
export function titleByArtist({ title, artist }: NamedTrack): string {
  return artist === "" ? title : `${title} by ${artist}`;
}

/** `Artist – Title`; the title alone of a track without an artist. */
export function artistAndTitle({ title, artist }: NamedTrack, dash = "–"): string {
  return artist === "" ? title : `${artist} ${dash} ${title}`;
}
