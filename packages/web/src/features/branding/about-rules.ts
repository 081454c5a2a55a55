/** Without what every address of a website has. */
export function shownAddress(website: string): string {
  return website.replace(/^https?:\/\/(?:www\.)?/i, "").replace(/\/$/, "");
}

/** What opens a mail to that address alone, whatever stands in it. RFC 6068 §2. */
export function mailAddress(email: string): string {
  return `mailto:${encodeURIComponent(email).replace("%40", "@")}`;
}
