import { useBranding } from "./branding-data.ts";

/** The station's genre, website and contact, as far as set, and the source code it runs (AGPL, section 13). */
export function AboutStation({ className }: { readonly className: string }) {
  const { genre, website, email } = useBranding().metadata;
  return (
    <section aria-label="About the station" className={className}>
      {genre !== "" && <p className="wrap-anywhere">{genre}</p>}
      {website !== "" && (
        <a
          className="block py-1 text-primary-text underline wrap-anywhere"
          href={website}
          rel="noopener"
        >
          {shownAddress(website)}
        </a>
      )}
      {email !== "" && (
        <a
          className="block py-1 text-primary-text underline wrap-anywhere"
          href={mailAddress(email)}
        >
          {email}
        </a>
      )}
      <a className="block py-1 text-primary-text underline" href="/source.tar.gz">
        Source code
      </a>
    </section>
  );
}

/** Without scheme, 'www.' and trailing slash. */
export function shownAddress(website: string): string {
  return website.replace(/^https?:\/\/(?:www\.)?/i, "").replace(/\/$/, "");
}

/** A mailto: link with that address as its only recipient, whatever it contains. RFC 6068 §2. */
export function mailAddress(email: string): string {
  return `mailto:${encodeURIComponent(email).replace("%40", "@")}`;
}
