interface NamedTrack {
  readonly title: string;
  /** "": unknown. */
  readonly artist: string;
}

/**
 * `Title by Artist`; just the title without an artist. @param title as shown, such as in quotes
 * @example
 * titleByArtist({ title: "Night Drive", artist: "Ada" }); // "Night Drive by Ada"
 */
export function titleByArtist({ title, artist }: NamedTrack): string {
  return artist === "" ? title : `${title} by ${artist}`;
}

/**
 * `Artist – Title`; just the title without an artist.
 * @example
 * artistAndTitle({ title: "Night Drive", artist: "Ada" }); // "Ada – Night Drive"
 */
export function artistAndTitle({ title, artist }: NamedTrack, dash = "–"): string {
  return artist === "" ? title : `${artist} ${dash} ${title}`;
}
