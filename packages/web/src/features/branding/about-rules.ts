/** Without scheme, 'www.' and trailing slash. */
export function shownAddress(website: string): string {
  return website.replace(/^https?:\/\/(?:www\.)?/i, "").replace(/\/$/, "");
}

/** A mailto: link with that address as its only recipient, whatever it contains. RFC 6068 §2. */
export function mailAddress(email: string): string {
  return `mailto:${encodeURIComponent(email).replace("%40", "@")}`;
}
